import type { WriteContext } from '#area/context.ts';
import { type Notification, notify } from '#core/notifications/index.ts';
import { findUsers, getUser, type User } from '#core/users/index.ts';
import { type Place, placeRules } from '../kinds-of-post.ts';
import { compareTexts, createPlaceEnabledTest, listUnreachableUsers, type TextChange } from '../text-change.ts';
import { cleanWords } from '../words/word-lists.ts';
import {
  type AlertWord,
  changeAlertCounts,
  deleteAlertHits,
  findAlertWords,
  insertAlertHits,
  listAlertWords,
  listAlertWordsOfUsers,
  listCountedUserIDs,
  type NewAlertHit,
} from './store.ts';

/** Counts the alert words a text gained, notifies their owners, and uncounts the words it lost. */
export function applyAlertWords(context: WriteContext, change: TextChange): void {
  const { removed, added } = compareTexts(change, cleanWords);
  if (removed.size > 0) revertAlerts(context, change, removed);
  const words = added.size > 0 ? findAlertWords(context.db, added) : [];
  if (words.length > 0) countAlerts(context, change, words);
}

function revertAlerts(
  context: WriteContext,
  { place, contentID, authorID }: TextChange,
  words: ReadonlySet<string>,
): void {
  for (const hit of deleteAlertHits(context.db, place, contentID, words)) {
    changeAlertCounts(context.db, place, hit, { authorID, difference: -1 });
  }
}

function countAlerts(context: WriteContext, change: TextChange, words: readonly string[]): void {
  const { place, contentID, authorID } = change;
  for (const hit of insertAlertHits(context.db, place, contentID, describeHits(context, change, words))) {
    changeAlertCounts(context.db, place, hit, { authorID, difference: 1 });
    const ownerIDs = listCountedUserIDs(context.db, hit);
    notifyOwners(context, change, hit.word, new Set(ownerIDs));
  }
}

/**
 * Determines the owners each word is counted for. If everyone can see the text, only the few excluded owners are
 * looked up.
 */
function describeHits(context: WriteContext, change: TextChange, words: readonly string[]): NewAlertHit[] {
  const { seenBy } = change;
  const unreached = listUnreachableUsers(context, change);
  if (seenBy === 'everybody') {
    const ignored = Map.groupBy(listAlertWordsOfUsers(context.db, words, unreached), ({ word }) => word);
    return words.map((word) => ({ word, ignored: formatIDs(ignored.get(word)), countedFor: null }));
  }
  const owned = listAlertWords(context.db, words);
  const users = findUsers(context, [...new Set(owned.map(({ userID }) => userID))]);
  const isReached = ({ userID }: AlertWord): boolean => {
    const user = users.get(userID);
    return user !== undefined && user.level !== 'banned' && !unreached.has(userID) && seenBy(user);
  };
  const byWord = Map.groupBy(owned, ({ word }) => word);
  return words.map((word) => ({ word, ...chooseOwnerList(byWord.get(word) ?? [], isReached) }));
}

/** Returns the shorter list: owners counted for, or owners ignored. Each of them takes a row update. */
function chooseOwnerList(
  owned: readonly AlertWord[],
  isReached: (alertWord: AlertWord) => boolean,
): Omit<NewAlertHit, 'word'> {
  const [counted, ignored]: [AlertWord[], AlertWord[]] = [[], []];
  for (const alertWord of owned) (isReached(alertWord) ? counted : ignored).push(alertWord);
  return counted.length < ignored.length
    ? { ignored: formatIDs(), countedFor: formatIDs(counted) }
    : { ignored: formatIDs(ignored), countedFor: null };
}

const formatIDs = (alertWords: readonly AlertWord[] = []): string => JSON.stringify(alertWords.map(({ id }) => id));

/** Returns the event log topic of one alert word. */
export const getAlertTopic = (place: Place, word: string): string => `alert-word:${place}:${word}`;

/** Event kinds of alerts in the event log. */
export const alertEventKinds: Readonly<Record<Place, string>> = {
  forum: 'forum-alert-word',
  microblog: 'microblog-alert-word',
};

/** Formats the subject of an alert: a post and one of its words. */
export const formatAlertSubject = (contentID: number, word: string): string => `${contentID} ${word}`;

/** Notifies the owners except the author, who knows what they wrote (forums rule B58). */
function notifyOwners(
  context: WriteContext,
  { place, contentID, authorID }: TextChange,
  word: string,
  ownerIDs: Set<string>,
): void {
  ownerIDs.delete(authorID);
  if (ownerIDs.size === 0) return;
  notify(
    context,
    buildAlertNotice(getUser(context, authorID), place, contentID, word),
    { among: ownerIDs, concerns: createPlaceEnabledTest(context, place) },
    {
      topic: getAlertTopic(place, word),
      kind: alertEventKinds[place],
      subjectID: formatAlertSubject(contentID, word),
      exceptUserID: authorID,
    },
  );
}

/** Builds the notification that someone wrote an alert word (fez, Notification types). */
export const buildAlertNotice = (author: User, place: Place, contentID: number, word: string): Notification => ({
  type: placeRules[place].alertWordType,
  info: `${author.username} wrote “${word}” in ${placeRules[place].label}`,
  contentID: String(contentID),
});
