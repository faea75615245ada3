import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { deliver, findListeners, notify } from '#core/notifications/index.ts';
import { getUser, listMutedUserIDs, maySee, toCaller, type User } from '#core/users/index.ts';
import { type FezAccess, isKindDisabled } from '../access.ts';
import { presentPost } from '../present.ts';
import { findMuters } from '../reading/readers.ts';
import { listUsersBehind } from '../shared-inboxes.ts';
import type { FezPostRow } from '../tables.ts';
import { eventKinds } from './event-log.ts';
import { buildAddedNotice, buildCancelledNotice, buildMemberChange, buildPostNotice } from './notices.ts';

/** The topic of the sockets that show one fez. */
export const getFezTopic = (fezID: string): string => `fez:${fezID}`;

/** May this person be told of it at all? A block of its owner hides it, as it is hidden when its kind is switched off. */
function seesFez(context: Context, one: User, { fez, kind }: FezAccess): boolean {
  return maySee(context, one, getUser(context, fez.ownerID)) && !isKindDisabled(context, toCaller(one), kind);
}

/** Those of these people who see the fez, and the person by whom something happened in it. */
function keepWhoSee(context: Context, userIDs: Iterable<string>, found: FezAccess, actorID: string): string[] {
  const actor = getUser(context, actorID);
  return [...userIDs].filter((userID) => {
    const one = getUser(context, userID);
    return seesFez(context, one, found) && maySee(context, one, actor);
  });
}

/** Tells people that they were put in (fez rules 32 and 45). */
export function notifyAdded(context: WriteContext, found: FezAccess, addedIDs: readonly string[]): void {
  const { id, ownerID } = found.fez;
  const recipients = keepWhoSee(context, addedIDs, found, ownerID);
  notify(context, recipients, buildAddedNotice(context, found), { kind: eventKinds.added, subjectID: id });
}

/** Tells the other members that it will not take place (fez rule 41). */
export function notifyCancelled(context: WriteContext, caller: Caller, found: FezAccess): void {
  const { id, ownerID } = found.fez;
  const others = found.memberIDs.filter((userID) => userID !== caller.userID && userID !== ownerID);
  const recipients = keepWhoSee(context, others, found, ownerID);
  notify(context, recipients, buildCancelledNotice(found), { kind: eventKinds.cancelled, subjectID: id });
}

/** Tells the other members of a new post, and shows it live (fez rules 35 and 36). */
export function notifyOfPost(context: WriteContext, caller: Caller, found: FezAccess, post: FezPostRow): void {
  const { authorID } = post;
  const subjectID = String(post.id);
  const readersAmong = (userIDs: Iterable<string>) =>
    keepWhoSee(context, userIDs, found, authorID).filter((userID) => !listMutedUserIDs(context, userID).has(authorID));
  const muters = findMuters(context.db, found.fez.id);
  const others = found.memberIDs.filter((userID) => userID !== caller.userID && !muters.has(userID));
  notify(context, readersAmong(others), buildPostNotice(context, found, post), {
    kind: eventKinds.postNotice,
    subjectID,
  });
  deliver(
    context,
    {
      topic: getFezTopic(found.fez.id),
      frame: presentPost(context, post),
      recipients: readersAmong(keepWhoMayFollow(context, found)),
    },
    { kind: eventKinds.post, subjectID },
  );
}

/** Shows live that somebody has come or gone (fez rule 62). */
export function notifyOfMemberChange(context: WriteContext, found: FezAccess, userID: string, joined: boolean): void {
  if (!found.kind.showsMembersLive) return;
  deliver(
    context,
    {
      topic: getFezTopic(found.fez.id),
      frame: buildMemberChange(getUser(context, userID), joined),
      recipients: keepWhoSee(context, keepWhoMayFollow(context, found), found, userID),
    },
    { kind: joined ? eventKinds.joined : eventKinds.left, subjectID: userID },
  );
}

/** Everybody who may follow it at this moment: members, those behind shared accounts, moderators reading along (fez rule 61). */
function keepWhoMayFollow(context: Context, { fez, kind, memberIDs }: FezAccess): Set<string> {
  const inIt = listUsersBehind(context, memberIDs);
  if (!kind.isOpenToModerators) return inIt;
  const watching = [...findListeners(context, getFezTopic(fez.id))];
  const readingAlong = watching.filter((userID) => isAtLeast(getUser(context, userID).level, 'moderator'));
  return inIt.union(new Set(readingAlong));
}
