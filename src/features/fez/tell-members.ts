import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { deliver, listenersTo, notify, withdraw } from '#core/notifications/index.ts';
import { headerOf, maySee, mutedUserIDs, type Person } from '#core/users/index.ts';
import { peopleBehind } from './changes.ts';
import type { FoundFez } from './find-fez.ts';
import type { Kind } from './kinds.ts';
import { knownPerson, presentPost, shownTitle } from './present.ts';
import { findMuters } from './store/readers.ts';
import type { FezPostRow } from './tables.ts';

/** The topic of the sockets that show one fez. */
export const fezTopic = (fezID: string): string => `fez:${fezID}`;

/** May this person be told of the fez at all? A block of its owner hides it (fez rule 67). */
function seesFez(context: Context, one: Person, { fez }: FoundFez): boolean {
  return maySee(context, one, knownPerson(context, fez.ownerID));
}

/** Those of these people who see the fez, and the person by whom something happened in it. */
function whoSee(context: Context, userIDs: Iterable<string>, found: FoundFez, actorID: string): string[] {
  const actor = knownPerson(context, actorID);
  return [...userIDs].filter((userID) => {
    const one = knownPerson(context, userID);
    return seesFez(context, one, found) && maySee(context, one, actor);
  });
}

interface News {
  readonly info: string;
  readonly authorID: string;
}

function tell(
  context: Context,
  recipients: string[],
  found: FoundFez,
  topic: keyof Kind['notifications'],
  news: News,
): void {
  const { fez, kind } = found;
  notify(context, recipients, { type: kind.notifications[topic], contentID: fez.id, ...news });
}

const nameOf = ({ fez, kind }: FoundFez): string => `${kind.label} “${shownTitle(fez)}”`;

/**
 * Tells people that they were put in; by the owner, so that nobody learns who acted for a shared account (fez rules 32 and
 * 45). To be called inside a transaction.
 */
export function tellAdded(context: Context, found: FoundFez, addedIDs: readonly string[]): void {
  const { ownerID } = found.fez;
  const info = `${knownPerson(context, ownerID).username} added you to ${nameOf(found)}`;
  tell(context, whoSee(context, addedIDs, found, ownerID), found, 'added', { info, authorID: ownerID });
}

/** Tells the other members that it will not take place (fez rule 41). To be called inside a transaction. */
export function tellCancelled(context: Context, caller: Caller, found: FoundFez): void {
  const others = found.memberIDs.filter((userID) => userID !== caller.userID && userID !== found.fez.ownerID);
  const info = `${nameOf(found)} was cancelled`;
  const { ownerID } = found.fez;
  tell(context, whoSee(context, others, found, ownerID), found, 'cancelled', { info, authorID: ownerID });
}

/** Tells the other members of a new post, and shows it live (fez rules 35 and 36). To be called inside a transaction. */
export function tellOfPost(context: Context, caller: Caller, found: FoundFez, post: FezPostRow): void {
  const { authorID } = post;
  const readersAmong = (userIDs: Iterable<string>) =>
    whoSee(context, userIDs, found, authorID).filter((userID) => !mutedUserIDs(context, userID).has(authorID));
  const muters = findMuters(context.db, found.fez.id);
  const others = found.memberIDs.filter((userID) => userID !== caller.userID && !muters.has(userID));
  const place = found.kind.isNamedInNews ? ` in ${nameOf(found)}` : '';
  const info = `${knownPerson(context, authorID).username}${place}: ${post.text}`;
  tell(context, readersAmong(others), found, 'unread', { info, authorID });
  showLive(context, found, presentPost(context, post), readersAmong(watchers(context, found)), authorID);
}

/** Keeps a post that is no longer to be seen from those who were away. To be called inside a transaction. */
export function withdrawPost(context: Context, { id, fezID }: FezPostRow): void {
  withdraw(context, fezTopic(fezID), 'postID', id);
}

/** Shows live that somebody has come or gone (fez rule 62). To be called inside a transaction. */
export function showMemberChange(context: Context, found: FoundFez, userID: string, joined: boolean): void {
  if (!found.kind.showsMembersLive) return;
  const frame = { user: headerOf(knownPerson(context, userID)), joined };
  showLive(context, found, frame, whoSee(context, watchers(context, found), found, userID), userID);
}

function showLive(context: Context, { fez }: FoundFez, frame: object, recipients: string[], authorID: string): void {
  deliver(context, { topic: fezTopic(fez.id), frame, recipients, authorID, isKept: true });
}

/** Everybody who may follow it at this moment: members, those behind shared accounts, moderators reading along (fez rule 61). */
function watchers(context: Context, { fez, kind, memberIDs }: FoundFez): Set<string> {
  const inIt = peopleBehind(context, memberIDs);
  if (!kind.isOpenToModerators) return inIt;
  const watching = [...listenersTo(context, fezTopic(fez.id))];
  const readingAlong = watching.filter((userID) => isAtLeast(knownPerson(context, userID).level, 'moderator'));
  return inIt.union(new Set(readingAlong));
}
