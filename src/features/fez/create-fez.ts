import { randomUUID } from 'node:crypto';
import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { forbidden, invalidField, malformed } from '#contract/errors.ts';
import type { PreparedPicture } from '#core/images/index.ts';
import { guardCreation, knownPerson, maySee, person } from '#core/users/index.ts';
import { newsChanged } from './changes.ts';
import { contentOf } from './content.ts';
import type { FezContentData } from './content-records.ts';
import { type FoundFez, refuseSwitchedOffKind, standingTo } from './find-fez.ts';
import { kinds } from './kinds.ts';
import { inboxNamed, type SharedInbox } from './shared-inboxes.ts';
import { insertFez } from './store/fezzes.ts';
import { insertMembers } from './store/members.ts';
import { insertReaders } from './store/reading.ts';
import type { FezRow } from './tables.ts';
import { tellAdded } from './tell-members.ts';
import { addPost, authorOf } from './write-post.ts';

/** A fez that nothing stands against. */
export interface PlannedFez {
  readonly ownerID: string;
  /** Owner first. */
  readonly memberIDs: readonly string[];
}

/** Says who will be in the new fez, or throws what stands against it (fez rules 31 and 33). */
export function planFez(context: Context, caller: Caller, input: FezContentData): PlannedFez {
  const kind = kinds[input.fezType];
  guardCreation(context, caller);
  refuseSwitchedOffKind(context, caller, kind);
  if (input.firstPost && !kind.hasPosts) throw malformed('nothing can be posted in a personal event');
  const ownerID = ownerOf(context, caller, input);
  const memberIDs = [ownerID, ...othersIn(context, caller, ownerID, input.initialUsers)];
  if (!kind.hasOthers && memberIDs.length > 1) throw invalidField('initialUsers', 'nobody else can be in this');
  if (memberIDs.length < kind.fewestMembers) throw invalidField('initialUsers', 'somebody else must be in this');
  return { ownerID, memberIDs };
}

function ownerOf(context: Context, caller: Caller, { createdByDevTeam, createdByModerator }: FezContentData): string {
  if (createdByDevTeam) return asShared(context, caller, 'devteam');
  if (createdByModerator) return asShared(context, caller, 'moderator');
  return caller.userID;
}

function asShared(context: Context, caller: Caller, name: SharedInbox['name']): string {
  const inbox = inboxNamed(context, caller, name);
  if (!inbox) throw forbidden(`you do not act for ${name}`);
  return inbox.accountID;
}

/** Those named who exist, without repetition, and whom no block keeps from the owner. */
function othersIn(context: Context, caller: Caller, ownerID: string, userIDs: readonly string[]): string[] {
  const owner = knownPerson(context, ownerID);
  const others = new Set(userIDs).difference(new Set([ownerID, caller.userID]));
  return [...others].filter((userID) => {
    const one = person(context, userID);
    return one !== undefined && maySee(context, owner, one);
  });
}

/** Makes a fez with its members and perhaps a first post (fez rules 31 to 33). To be called inside a transaction. */
export function createFez(context: Context, caller: Caller, input: FezContentData, image?: PreparedPicture): FoundFez {
  const { ownerID, memberIDs } = planFez(context, caller, input);
  const fez = insertNew(context, input, ownerID);
  insertMembers(context.db, fez.id, memberIDs);
  // Whoever makes it has seen it, also behind a shared account; for the others it is new.
  const makers = new Set([ownerID, caller.userID]);
  insertReaders(context.db, fez.id, [...makers], false);
  insertReaders(context.db, fez.id, [...new Set(memberIDs).difference(makers)], true);
  const found = standingTo(context, caller, fez.id);
  newsChanged(context, found);
  tellAdded(context, found, memberIDs.slice(1));
  const { firstPost } = input;
  if (firstPost) {
    const authorID = ownerID === caller.userID ? authorOf(context, caller, firstPost) : ownerID;
    addPost(context, caller, found, { text: firstPost.text, image, authorID });
  }
  return standingTo(context, caller, fez.id);
}

function insertNew(context: Context, input: FezContentData, ownerID: string): FezRow {
  const now = context.clock.now();
  return insertFez(context.db, {
    id: randomUUID(),
    ownerID,
    ...contentOf(context, input),
    visibility: input.visibility ?? kinds[input.fezType].visibilities[0],
    createdAt: now,
    lastModifiedAt: now,
  });
}
