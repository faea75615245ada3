import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidField } from '#contract/errors.ts';
import { chooseAuthor, getInbox } from '#core/teams/index.ts';
import { assertMayCreate, findUser, getUser, maySee, toCaller } from '#core/users/index.ts';
import { assertKindEnabled, type FezAccess, getFezAccess } from '../access.ts';
import type { FezContentData } from '../content-records.ts';
import { getNoun, kinds } from '../kinds.ts';
import { notifyAdded } from '../live/notify-members.ts';
import { addPost, assertAcceptsPosts } from '../posts/write-post.ts';
import { insertReaders } from '../reading/save-reading.ts';
import { insertFez, insertMembers } from '../store.ts';
import type { FezRow } from '../tables.ts';
import { readContent } from './content.ts';

/** Computes the members of the new fez, the owner first. Throws if it can't be created (fez rules 31 and 33). */
export function planFez(
  context: Context,
  caller: Caller,
  input: FezContentData,
): { ownerID: string; memberIDs: readonly string[] } {
  const kind = kinds[input.fezType];
  assertMayCreate(context, caller);
  assertKindEnabled(context, caller, kind);
  if (input.firstPost) assertAcceptsPosts(kind);
  const ownerID = chooseOwner(context, caller, input);
  const memberIDs = [ownerID, ...filterReachableUsers(context, caller, ownerID, input.initialUsers)];
  if (!kind.hasOthers && memberIDs.length > 1) {
    throw invalidField('initialUsers', `The initialUsers must be empty for this kind of ${getNoun(kind)}.`);
  }
  if (memberIDs.length < kind.minMembers) {
    throw invalidField('initialUsers', 'Name at least one other person who can be a member.');
  }
  return { ownerID, memberIDs };
}

function chooseOwner(
  context: Context,
  caller: Caller,
  { createdByDevTeam, createdByModerator }: FezContentData,
): string {
  if (createdByDevTeam) return getInbox(context, caller, 'devteam').accountID;
  if (createdByModerator) return getInbox(context, caller, 'moderator').accountID;
  return caller.userID;
}

/** Returns the named users who exist and aren't hidden from the owner by a block, without duplicates. */
function filterReachableUsers(context: Context, caller: Caller, ownerID: string, userIDs: readonly string[]): string[] {
  const owner = getUser(context, ownerID);
  const others = new Set(userIDs).difference(new Set([ownerID, caller.userID]));
  return [...others].filter((userID) => {
    const user = findUser(context, userID);
    return user !== undefined && maySee(context, owner, user);
  });
}

/** Creates a fez with its members and optionally a first post (fez rules 31 to 33). */
export const createFez = (context: WriteContext, caller: Caller, input: FezContentData, image?: string): FezAccess =>
  createPlannedFez(context, caller, input, planFez(context, caller, input), image);

/** Like `createFez`, with an owner and members that need no check. */
export function createPlannedFez(
  context: WriteContext,
  caller: Caller,
  input: FezContentData,
  { ownerID, memberIDs }: ReturnType<typeof planFez>,
  image?: string,
): FezAccess {
  const fez = insertNewFez(context, input, ownerID);
  insertMembers(context, fez.id, memberIDs);
  // It isn't new to its creator, even behind a shared account; it is new to the other members.
  insertReaders(context.db, fez.id, new Set([ownerID, caller.userID]));
  const access = getFezAccess(context, caller, fez.id);
  notifyAdded(context, access, memberIDs.slice(1));
  const { firstPost } = input;
  if (firstPost) {
    const authorID = ownerID === caller.userID ? chooseAuthor(context, caller, firstPost) : ownerID;
    addPost(context, caller, access, { text: firstPost.text, image: image ?? null, authorID });
  }
  return getFezAccess(context, caller, fez.id);
}

function insertNewFez(context: WriteContext, input: FezContentData, ownerID: string): FezRow {
  const now = context.clock.now();
  return insertFez(context, {
    id: randomUUID(),
    ownerID,
    ...readContent(context, input),
    visibility: input.visibility ?? kinds[input.fezType].visibilities[0],
    createdAt: now,
    lastModifiedAt: now,
  });
}

/** Creates a closed chat as an account, with a first post by the service (core rule 105). */
export function sendSeamail(
  context: WriteContext,
  senderID: string,
  { memberIDs, title, text }: { memberIDs: readonly string[]; title: string; text: string },
): void {
  createFez(context, toCaller(getUser(context, senderID)), {
    fezType: 'closed',
    title,
    info: '',
    minCapacity: 0,
    maxCapacity: 0,
    initialUsers: [...memberIDs],
    firstPost: { text, images: [] },
  });
}
