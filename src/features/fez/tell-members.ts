import type { Context } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { deliver, listenersTo, notify } from '#core/notifications/index.ts';
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

const isMutedBy = (context: Context, listenerID: string, authorID: string): boolean =>
  mutedUserIDs(context, listenerID).has(authorID);

/** Those of these people who see the fez, and the person by whom something happened in it. */
function whoSee(context: Context, userIDs: Iterable<string>, found: FoundFez, actorID: string): string[] {
  const actor = knownPerson(context, actorID);
  return [...userIDs].filter((userID) => {
    const one = knownPerson(context, userID);
    return seesFez(context, one, found) && maySee(context, one, actor);
  });
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

interface News {
  readonly info: string;
  readonly authorID: string;
}

const nameOf = ({ fez, kind }: FoundFez): string => `${kind.label} “${shownTitle(fez)}”`;

/** Tells people that the caller has put them in (fez rules 32 and 45). To be called inside a transaction. */
export function tellAdded(context: Context, caller: Caller, found: FoundFez, addedIDs: readonly string[]): void {
  const info = `${caller.username} added you to ${nameOf(found)}`;
  tell(context, whoSee(context, addedIDs, found, caller.userID), found, 'added', { info, authorID: caller.userID });
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
  const muters = findMuters(context.db, found.fez.id);
  const others = found.memberIDs.filter((userID) => userID !== caller.userID && !muters.has(userID));
  const { authorID } = post;
  const author = knownPerson(context, authorID);
  const place = found.kind.isNamedInNews ? ` in ${nameOf(found)}` : '';
  const info = `${author.username}${place}: ${post.text}`;
  const hears = (userID: string) => !isMutedBy(context, userID, authorID);
  tell(context, whoSee(context, others, found, authorID).filter(hears), found, 'unread', { info, authorID });
  showLive(
    context,
    found,
    presentPost(context, post),
    whoSee(context, watchers(context, found), found, authorID).filter(hears),
    authorID,
  );
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
