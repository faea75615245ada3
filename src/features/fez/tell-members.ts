import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { deliver, listenersTo, notify } from '#core/notifications/index.ts';
import { asCaller, knownPerson, maySee, mutedUserIDs, type Person } from '#core/users/index.ts';
import { type FoundFez, isSwitchedOff } from './find-fez.ts';
import { frameKinds } from './kept-frames.ts';
import { addedNotice, cancelledNotice, memberChange, postNotice } from './notices.ts';
import { presentPost } from './present.ts';
import { peopleBehind } from './shared-inboxes.ts';
import { findMuters } from './store/readers.ts';
import type { FezPostRow } from './tables.ts';

/** The topic of the sockets that show one fez. */
export const fezTopic = (fezID: string): string => `fez:${fezID}`;

/** May this person be told of it at all? A block of its owner hides it, as it is hidden when its kind is switched off. */
function seesFez(context: Context, one: Person, { fez, kind }: FoundFez): boolean {
  return maySee(context, one, knownPerson(context, fez.ownerID)) && !isSwitchedOff(context, asCaller(one), kind);
}

/** Those of these people who see the fez, and the person by whom something happened in it. */
function whoSee(context: Context, userIDs: Iterable<string>, found: FoundFez, actorID: string): string[] {
  const actor = knownPerson(context, actorID);
  return [...userIDs].filter((userID) => {
    const one = knownPerson(context, userID);
    return seesFez(context, one, found) && maySee(context, one, actor);
  });
}

/** Tells people that they were put in (fez rules 32 and 45). To be called inside a transaction. */
export function tellAdded(context: Context, found: FoundFez, addedIDs: readonly string[]): void {
  const { id, ownerID } = found.fez;
  const recipients = whoSee(context, addedIDs, found, ownerID);
  notify(context, recipients, addedNotice(context, found), { kind: frameKinds.added, subjectID: id });
}

/** Tells the other members that it will not take place (fez rule 41). To be called inside a transaction. */
export function tellCancelled(context: Context, caller: Caller, found: FoundFez): void {
  const { id, ownerID } = found.fez;
  const others = found.memberIDs.filter((userID) => userID !== caller.userID && userID !== ownerID);
  const recipients = whoSee(context, others, found, ownerID);
  notify(context, recipients, cancelledNotice(found), { kind: frameKinds.cancelled, subjectID: id });
}

/** Tells the other members of a new post, and shows it live (fez rules 35 and 36). To be called inside a transaction. */
export function tellOfPost(context: Context, caller: Caller, found: FoundFez, post: FezPostRow): void {
  const { authorID } = post;
  const subjectID = String(post.id);
  const readersAmong = (userIDs: Iterable<string>) =>
    whoSee(context, userIDs, found, authorID).filter((userID) => !mutedUserIDs(context, userID).has(authorID));
  const muters = findMuters(context.db, found.fez.id);
  const others = found.memberIDs.filter((userID) => userID !== caller.userID && !muters.has(userID));
  notify(context, readersAmong(others), postNotice(context, found, post), { kind: frameKinds.postNotice, subjectID });
  deliver(context, {
    topic: fezTopic(found.fez.id),
    frame: presentPost(context, post),
    recipients: readersAmong(whoMayFollow(context, found)),
    about: { kind: frameKinds.post, subjectID },
  });
}

/** Shows live that somebody has come or gone (fez rule 62). To be called inside a transaction. */
export function showMemberChange(context: Context, found: FoundFez, userID: string, joined: boolean): void {
  if (!found.kind.showsMembersLive) return;
  deliver(context, {
    topic: fezTopic(found.fez.id),
    frame: memberChange(knownPerson(context, userID), joined),
    recipients: whoSee(context, whoMayFollow(context, found), found, userID),
    about: { kind: joined ? frameKinds.joined : frameKinds.left, subjectID: userID },
  });
}

/** Everybody who may follow it at this moment: members, those behind shared accounts, moderators reading along (fez rule 61). */
function whoMayFollow(context: Context, { fez, kind, memberIDs }: FoundFez): Set<string> {
  const inIt = peopleBehind(context, memberIDs);
  if (!kind.isOpenToModerators) return inIt;
  const watching = [...listenersTo(context, fezTopic(fez.id))];
  const readingAlong = watching.filter((userID) => isAtLeast(knownPerson(context, userID).level, 'moderator'));
  return inIt.union(new Set(readingAlong));
}
