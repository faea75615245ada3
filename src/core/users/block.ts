import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { findUser, getUser, listUsers, type User } from './directory.ts';
import { deleteBlock, findBlockList, insertBlock } from './store/blocks.ts';
import { getVisibleUser, invalidateBlocks, maySee } from './visibility.ts';

/** Exactly the accounts that somebody of the caller's family has named, by username (core rule 63). */
export function listBlockedUsers(context: Context, caller: Caller): User[] {
  const blocked = findBlockList(context.db, caller.familyID);
  return listUsers(context).filter(({ userID }) => blocked.has(userID));
}

function assertBlockable(caller: Caller, target: User): void {
  if (isAtLeast(target.level, 'moderator')) throw malformed('moderators cannot be blocked');
  if (target.familyID === caller.familyID) throw malformed('you cannot block an account of your own');
}

/**
 * Hides the caller's and the target's families from each other (core rules 64 and 65). Tells whether the account was
 * added to the list; one that is hidden already, without being on the list, counts as missing (decision 41).
 */
export function blockUser(context: WriteContext, caller: Caller, targetID: string): boolean {
  const target = findUser(context, targetID);
  if (!target) throw notFound('user');
  assertBlockable(caller, target);
  if (findBlockList(context.db, caller.familyID).has(targetID)) return false;
  if (!maySee(context, caller, target)) throw notFound('user');
  insertBlock(context.db, { familyID: caller.familyID, blockedID: targetID, createdAt: context.clock.now() });
  invalidateBlocks(context, [caller.familyID, target.familyID]);
  return true;
}

/**
 * Takes an account off the family's list, if it is on it (core rule 66). Whatever the other family has blocked stays
 * blocked.
 */
export function unblockUser(context: WriteContext, caller: Caller, targetID: string): void {
  if (deleteBlock(context.db, caller.familyID, targetID)) {
    invalidateBlocks(context, [caller.familyID, getUser(context, targetID).familyID]);
  } else {
    getVisibleUser(context, caller, targetID);
  }
}
