import type { WriteContext } from '#area/context.ts';
import { findTeam, readInboxName, type SharedInbox } from '#core/teams/index.ts';
import { findUser, findUserIDsByNames, type User } from '#core/users/index.ts';
import { listCounters, type MentionCounter, type Place, placeRules } from '../kinds-of-post.ts';
import { compareTexts, listUnreachableUsers, type TextChange } from '../text-change.ts';
import { notifyMentioned } from './notify-mentioned.ts';
import { readMentions } from './read-mentions.ts';
import { decreaseTotals, deleteMentions, increaseTotals, insertMentions, type Mention } from './store.ts';

/** Counts the mentions a text gained, notifies the mentioned users, and uncounts the mentions it lost. */
export function applyMentions(context: WriteContext, change: TextChange): void {
  const { removed, added } = compareTexts(change, readMentions);
  if (removed.size > 0) revertMentions(context, change.place, [change.contentID], removed);
  if (added.size > 0) countMentions(context, change, added);
}

/** Uncounts mentions of these names in posts, or all mentions. Handles all posts of a thread at once (fez rule 72). */
export function revertMentions(
  context: WriteContext,
  place: Place,
  contentIDs: readonly number[],
  names?: ReadonlySet<string>,
): void {
  const removed = deleteMentions(context.db, { counters: listCounters(place), contentIDs, ...(names && { names }) });
  if (removed.length === 0) return;
  decreaseTotals(context.db, removed);
}

/** Counts new mentions for the users they reach, by counter. */
function countMentions(context: WriteContext, change: TextChange, names: ReadonlySet<string>): void {
  const teams = placeRules[change.place].hasTeamMentions ? [...names].flatMap((name) => readInboxName(name) ?? []) : [];
  const userIDs = findUserIDsByNames(context.db, names);
  if (userIDs.size === 0) return;
  const unreached = listUnreachableUsers(context, change);
  const isReached = (user: User): boolean =>
    !unreached.has(user.userID) && (change.seenBy === 'everybody' || change.seenBy(user));
  const mentioned = [...userIDs].flatMap(([name, userID]) => {
    const user = userID === change.authorID ? undefined : findUser(context, userID);
    return user && isReached(user) ? [{ name, userID }] : [];
  });
  saveMentions(context, change, change.place, mentioned);
  for (const name of teams) saveMentions(context, change, name, listTeamMentions(context, change, name, isReached));
}

/**
 * Lists the users a mention of a shared account reaches: its whole team except the user who made the change (forums
 * rule B56).
 */
function listTeamMentions(
  context: WriteContext,
  { actorID }: TextChange,
  name: SharedInbox['name'],
  isReached: (user: User) => boolean,
): Mention[] {
  return findTeam(context, name)
    .filter((user) => user.userID !== actorID && isReached(user))
    .map(({ userID }) => ({ name, userID }));
}

function saveMentions(
  context: WriteContext,
  change: TextChange,
  counter: MentionCounter,
  mentions: readonly Mention[],
): void {
  if (mentions.length === 0) return;
  const recipients = insertMentions(context.db, { counter, contentID: change.contentID, mentions });
  increaseTotals(context.db, counter, recipients);
  notifyMentioned(context, change, counter, recipients);
}
