import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { everybody, knownPerson, type Person, person } from './people.ts';
import { deleteBlock, findBlockList, insertBlock } from './store/blocks.ts';
import { blocksChanged, maySee, visiblePerson } from './visibility.ts';

/** Exactly the accounts that somebody of the caller's family has named, by username (core rule 63). */
export function blockedPeople(context: Context, caller: Caller): Person[] {
  const blocked = findBlockList(context.db, caller.familyID);
  return everybody(context).filter(({ userID }) => blocked.has(userID));
}

function refuseUnblockable(caller: Caller, target: Person): void {
  if (isAtLeast(target.level, 'moderator')) throw malformed('moderators cannot be blocked');
  if (target.familyID === caller.familyID) throw malformed('you cannot block an account of your own');
}

/**
 * Hides the caller's and the target's families from each other (core rules 64 and 65). Tells whether the account was
 * added to the list; one that is hidden already, without being on the list, counts as missing (decision 41). To be
 * called inside a transaction.
 */
export function blockUser(context: Context, caller: Caller, targetID: string): boolean {
  const target = person(context, targetID);
  if (!target) throw notFound('user');
  refuseUnblockable(caller, target);
  if (findBlockList(context.db, caller.familyID).has(targetID)) return false;
  if (!maySee(context, caller, target)) throw notFound('user');
  insertBlock(context.db, { familyID: caller.familyID, blockedID: targetID, createdAt: context.clock.now() });
  blocksChanged(context, [caller.familyID, target.familyID]);
  return true;
}

/**
 * Takes an account off the family's list, if it is on it (core rule 66). Whatever the other family has blocked stays
 * blocked. To be called inside a transaction.
 */
export function unblockUser(context: Context, caller: Caller, targetID: string): void {
  if (deleteBlock(context.db, caller.familyID, targetID)) {
    blocksChanged(context, [caller.familyID, knownPerson(context, targetID).familyID]);
  } else {
    visiblePerson(context, caller, targetID);
  }
}
