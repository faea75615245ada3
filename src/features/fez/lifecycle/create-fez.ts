import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, invalidField, malformed } from '#contract/errors.ts';
import type { PreparedPicture } from '#core/images/index.ts';
import { assertMayCreate, findUser, getUser, maySee } from '#core/users/index.ts';
import { assertKindEnabled, type FezAccess, getFezAccess } from '../access.ts';
import { invalidateUnread } from '../changes.ts';
import type { FezContentData } from '../content-records.ts';
import { kinds } from '../kinds.ts';
import { notifyAdded } from '../live/notify-members.ts';
import { insertMembers } from '../membership/store.ts';
import { addPost, chooseAuthor } from '../posts/write-post.ts';
import { insertReaders } from '../reading/store.ts';
import { findInbox, type SharedInbox } from '../shared-inboxes.ts';
import { insertFez } from '../store.ts';
import type { FezRow } from '../tables.ts';
import { readContent } from './content.ts';

/** A fez that nothing stands against. */
export interface PlannedFez {
  readonly ownerID: string;
  /** Owner first. */
  readonly memberIDs: readonly string[];
}

/** Says who will be in the new fez, or throws what stands against it (fez rules 31 and 33). */
export function planFez(context: Context, caller: Caller, input: FezContentData): PlannedFez {
  const kind = kinds[input.fezType];
  assertMayCreate(context, caller);
  assertKindEnabled(context, caller, kind);
  if (input.firstPost && !kind.hasPosts) throw malformed('nothing can be posted in a personal event');
  const ownerID = chooseOwner(context, caller, input);
  const memberIDs = [ownerID, ...keepReachableUsers(context, caller, ownerID, input.initialUsers)];
  if (!kind.hasOthers && memberIDs.length > 1) throw invalidField('initialUsers', 'nobody else can be in this');
  if (memberIDs.length < kind.minMembers) throw invalidField('initialUsers', 'somebody else must be in this');
  return { ownerID, memberIDs };
}

function chooseOwner(
  context: Context,
  caller: Caller,
  { createdByDevTeam, createdByModerator }: FezContentData,
): string {
  if (createdByDevTeam) return getSharedAccount(context, caller, 'devteam');
  if (createdByModerator) return getSharedAccount(context, caller, 'moderator');
  return caller.userID;
}

function getSharedAccount(context: Context, caller: Caller, name: SharedInbox['name']): string {
  const inbox = findInbox(context, caller, name);
  if (!inbox) throw forbidden(`you do not act for ${name}`);
  return inbox.accountID;
}

/** Those named who exist, without repetition, and whom no block keeps from the owner. */
function keepReachableUsers(context: Context, caller: Caller, ownerID: string, userIDs: readonly string[]): string[] {
  const owner = getUser(context, ownerID);
  const others = new Set(userIDs).difference(new Set([ownerID, caller.userID]));
  return [...others].filter((userID) => {
    const one = findUser(context, userID);
    return one !== undefined && maySee(context, owner, one);
  });
}

/** Makes a fez with its members and perhaps a first post (fez rules 31 to 33). */
export function createFez(
  context: WriteContext,
  caller: Caller,
  input: FezContentData,
  image?: PreparedPicture,
): FezAccess {
  const { ownerID, memberIDs } = planFez(context, caller, input);
  const fez = insertNewFez(context, input, ownerID);
  insertMembers(context.db, fez.id, memberIDs);
  // Whoever makes it has seen it, also behind a shared account; for the others it is new.
  const makers = new Set([ownerID, caller.userID]);
  insertReaders(context.db, fez.id, [...makers], false);
  insertReaders(context.db, fez.id, [...new Set(memberIDs).difference(makers)], true);
  const found = getFezAccess(context, caller, fez.id);
  invalidateUnread(context, found);
  notifyAdded(context, found, memberIDs.slice(1));
  const { firstPost } = input;
  if (firstPost) {
    const authorID = ownerID === caller.userID ? chooseAuthor(context, caller, firstPost) : ownerID;
    addPost(context, caller, found, { text: firstPost.text, image, authorID });
  }
  return getFezAccess(context, caller, fez.id);
}

function insertNewFez(context: WriteContext, input: FezContentData, ownerID: string): FezRow {
  const now = context.clock.now();
  return insertFez(context.db, {
    id: randomUUID(),
    ownerID,
    ...readContent(context, input),
    visibility: input.visibility ?? kinds[input.fezType].visibilities[0],
    createdAt: now,
    lastModifiedAt: now,
  });
}
