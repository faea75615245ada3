import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict, forbidden, malformed, notFound } from '#contract/errors.ts';
import { expandSharedAccounts } from '#core/teams/index.ts';
import { assertNotInTemporaryQuarantine, findUser, getUser, maySee } from '#core/users/index.ts';
import { assertOwner, type FezAccess, getFezAccess, getVisibleFez, isVisibleToNonMembers } from '../access.ts';
import { getNoun } from '../kinds.ts';
import { notifyAdded, notifyOfMemberChange } from '../live/notify-members.ts';
import { recordJoin, saveReadingState } from '../reading/save-reading.ts';
import { deleteMembers, fezHistory, insertMembers, updateLastActivity } from '../store.ts';

/** Joins a fez that outsiders see, even a full one: late members are on the waiting list (fez rule 43). */
export function join(context: WriteContext, caller: Caller, fezID: string): FezAccess {
  const access = getVisibleFez(context, caller, fezID);
  const noun = getNoun(access.kind);
  if (!isVisibleToNonMembers(access.fez)) throw malformed(`You can't join this ${noun}.`, 'notJoinable');
  if (access.isIn) throw conflict('alreadyMember', `You are already a member of this ${noun}.`);
  return insertMember(context, caller, access, caller.userID);
}

/**
 * Leaves a fez. Its owner remains the owner, or deletes a fez that can't have other members (fez rule 44, decision 54).
 */
export function unjoin(context: WriteContext, caller: Caller, fezID: string): FezAccess {
  const access = getVisibleFez(context, caller, fezID);
  const noun = getNoun(access.kind);
  if (!access.kind.isLeftFreely) {
    const remedy = access.kind.isDeletedByOwner ? ', but its owner can delete it' : '';
    throw malformed(`You can't leave this ${noun}${remedy}.`, 'notLeavable');
  }
  // Callers who are members only behind a shared account must not remove that account.
  if (!access.isIn) throw malformed(`You aren't a member of this ${noun}.`, 'notAMember');
  return deleteMember(context, caller, access, caller.userID);
}

/** Adds a user as the owner. Temporary quarantine prevents this, but not the other changes (fez rule 45). */
export function addMember(context: WriteContext, caller: Caller, fezID: string, userID: string): FezAccess {
  const before = getVisibleFez(context, caller, fezID);
  assertMayChangeMembers(before);
  assertNotInTemporaryQuarantine(context, caller);
  const user = findUser(context, userID);
  if (!user || !maySee(context, getUser(context, before.fez.ownerID), user)) throw notFound('user');
  if (before.memberIDs.includes(userID)) {
    throw conflict('alreadyMember', `This user is already a member of this ${getNoun(before.kind)}.`);
  }
  const access = insertMember(context, caller, before, userID);
  if (userID !== caller.userID) notifyAdded(context, access, [userID]);
  return access;
}

/** Removes a user as the owner (fez rule 46). */
export function removeMember(context: WriteContext, caller: Caller, fezID: string, userID: string): FezAccess {
  const access = getVisibleFez(context, caller, fezID);
  if (!isVisibleTo(context, caller, access, userID)) throw notFound('user');
  assertMayChangeMembers(access);
  const noun = getNoun(access.kind);
  if (userID === caller.userID || userID === access.fez.ownerID) {
    throw forbidden('membersFixed', `You can't remove the owner of this ${noun}.`);
  }
  if (!access.memberIDs.includes(userID)) throw malformed(`This user is not a member of this ${noun}.`, 'notAMember');
  return deleteMember(context, caller, access, userID);
}

/** Whether the caller may know the user. A user hidden by a block doesn't exist, but owners may still remove them. */
function isVisibleTo(context: Context, caller: Caller, { isOwn, memberIDs }: FezAccess, userID: string): boolean {
  const user = findUser(context, userID);
  return user !== undefined && (maySee(context, caller, user) || (isOwn && memberIDs.includes(userID)));
}

/** Throws 403 unless the caller may change the members. */
function assertMayChangeMembers(access: FezAccess): void {
  const { kind } = access;
  if (!kind.hasChangingMembers)
    throw forbidden('membersFixed', `You can't change the members of this ${getNoun(kind)}.`);
  assertOwner(access);
}

/** A new member has read nothing, even after joining again (fez rule 48). */
function insertMember(context: WriteContext, caller: Caller, before: FezAccess, userID: string): FezAccess {
  const { fez, memberIDs } = before;
  insertMembers(context, fez.id, [userID]);
  for (const readerID of listAffectedReaders(context, userID, memberIDs)) {
    recordJoin(context, fez.id, readerID, readerID !== caller.userID);
  }
  return finishChange(context, caller, before, userID, true);
}

function deleteMember(context: WriteContext, caller: Caller, before: FezAccess, userID: string): FezAccess {
  const { fez, memberIDs } = before;
  fezHistory.record(context, caller, fez.id, fez);
  deleteMembers(context, fez.id, [userID]);
  for (const readerID of listAffectedReaders(context, userID, memberIDs)) {
    saveReadingState(context, fez.id, readerID, { isAdded: false, isFavorite: false });
  }
  return finishChange(context, caller, before, userID, false);
}

/** Returns the user, and for a shared account the users behind it who aren't members otherwise. */
function listAffectedReaders(context: Context, userID: string, memberIDs: readonly string[]): Set<string> {
  const others = memberIDs.filter((memberID) => memberID !== userID);
  return expandSharedAccounts(context, [userID]).difference(expandSharedAccounts(context, others)).add(userID);
}

/** Informs the other members. What is new to the user who joined or left follows from the reading state. */
function finishChange(
  context: WriteContext,
  caller: Caller,
  before: FezAccess,
  userID: string,
  joined: boolean,
): FezAccess {
  updateLastActivity(context, before.fez);
  const access = getFezAccess(context, caller, before.fez.id);
  notifyOfMemberChange(context, access, userID, joined);
  return access;
}
