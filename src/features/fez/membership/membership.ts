import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict, forbidden, malformed, notFound } from '#contract/errors.ts';
import { findUser, getUser, maySee } from '#core/users/index.ts';
import { assertOwner, type FezAccess, getFezAccess, getVisibleFez } from '../access.ts';
import { recordContent, saveChange } from '../changes.ts';
import { isSeenByOutsiders } from '../kinds.ts';
import { notifyAdded, notifyOfMemberChange } from '../live/notify-members.ts';
import { saveEntry, saveReadingState } from '../reading/reading.ts';
import { listUsersBehind } from '../shared-inboxes.ts';
import { deleteMembers, insertMembers } from './store.ts';

/** Joins a fez that outsiders see, also a full one: whoever comes late waits (fez rule 43). */
export function join(context: WriteContext, caller: Caller, fezID: string): FezAccess {
  const found = getVisibleFez(context, caller, fezID);
  if (!isSeenByOutsiders(found.fez.visibility)) throw malformed('nobody can join this by themselves');
  if (found.isIn) throw conflict('you are in it already');
  return enter(context, caller, found, caller.userID);
}

/** Leaves a fez, staying its owner if one was that (fez rule 44). */
export function unjoin(context: WriteContext, caller: Caller, fezID: string): FezAccess {
  const found = getVisibleFez(context, caller, fezID);
  if (!found.kind.isLeftFreely) throw malformed('nobody can leave this');
  // Whoever is in it only behind a shared account must not take that account out.
  if (!found.isIn) throw malformed('you are not in it yourself');
  return exit(context, caller, found, caller.userID);
}

/** Puts somebody in, as the owner (fez rule 45). */
export function addMember(context: WriteContext, caller: Caller, fezID: string, userID: string): FezAccess {
  const before = getVisibleFez(context, caller, fezID);
  assertMayArrange(before);
  const added = findUser(context, userID);
  if (!added || !maySee(context, getUser(context, before.fez.ownerID), added)) throw notFound('user');
  if (before.memberIDs.includes(userID)) throw conflict('they are in it already');
  const found = enter(context, caller, before, userID);
  if (userID !== caller.userID) notifyAdded(context, found, [userID]);
  return found;
}

/** Takes somebody out, as the owner (fez rule 46). */
export function removeMember(context: WriteContext, caller: Caller, fezID: string, userID: string): FezAccess {
  const found = getVisibleFez(context, caller, fezID);
  if (!isFoundIn(context, caller, found, userID)) throw notFound('user');
  assertMayArrange(found);
  if (userID === caller.userID || userID === found.fez.ownerID) throw forbidden('the owner cannot be taken out');
  if (!found.memberIDs.includes(userID)) throw malformed('they are not in it');
  return exit(context, caller, found, userID);
}

/** Somebody hidden by a block is like nobody, but to the owner who may still take them out. */
function isFoundIn(context: Context, caller: Caller, { isOwn, memberIDs }: FezAccess, userID: string): boolean {
  const one = findUser(context, userID);
  return one !== undefined && (maySee(context, caller, one) || (isOwn && memberIDs.includes(userID)));
}

/** Throws 403 unless the caller may change who is in it. */
function assertMayArrange(found: FezAccess): void {
  if (!found.kind.hasChangingMembers) throw forbidden('who is in this stays as it is');
  assertOwner(found);
}

/** Whoever comes in has read nothing yet, whether for the first time or again (fez rule 48). */
function enter(context: WriteContext, caller: Caller, before: FezAccess, userID: string): FezAccess {
  const { fez, memberIDs } = before;
  insertMembers(context.db, fez.id, [userID]);
  for (const one of listUsersWith(context, userID, memberIDs).add(userID)) {
    saveEntry(context, fez.id, one, one !== caller.userID);
  }
  return finishChange(context, caller, before, userID, true);
}

function exit(context: WriteContext, caller: Caller, before: FezAccess, userID: string): FezAccess {
  const { fez, memberIDs } = before;
  recordContent(context, caller, fez);
  deleteMembers(context.db, fez.id, [userID]);
  for (const one of listUsersWith(context, userID, memberIDs).add(userID)) {
    saveReadingState(context, fez.id, one, { isAdded: false, isFavorite: false });
  }
  return finishChange(context, caller, before, userID, false);
}

/** With a shared account come and go those behind it, but for those who are in it otherwise. */
function listUsersWith(context: Context, userID: string, memberIDs: readonly string[]): Set<string> {
  const others = memberIDs.filter((memberID) => memberID !== userID);
  return listUsersBehind(context, [userID]).difference(listUsersBehind(context, others));
}

/** Those who come and go learn of it by their own reading states, the others here. */
function finishChange(
  context: WriteContext,
  caller: Caller,
  before: FezAccess,
  userID: string,
  joined: boolean,
): FezAccess {
  saveChange(context, before);
  const found = getFezAccess(context, caller, before.fez.id);
  notifyOfMemberChange(context, found, userID, joined);
  return found;
}
