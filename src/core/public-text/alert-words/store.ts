import type { Database, Transaction } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import type { Place } from '../kinds-of-post.ts';

const toJson = (values: Iterable<unknown>): string => JSON.stringify([...values]);

const watchedQuery = prepareQueryText<{ words: string }, { word: string }>(`
  SELECT DISTINCT word FROM alert_words WHERE word IN (SELECT value FROM json_each(:words))`);

/** Returns which of these words are someone's alert words. */
export const findAlertWords = (db: Database, words: Iterable<string>): string[] =>
  watchedQuery.all(db, { words: toJson(words) }).map(({ word }) => word);

/** An alert word of a user. */
export interface AlertWord {
  readonly id: number;
  readonly word: string;
  readonly userID: string;
}

const ownersQuery = prepareQueryText<{ words: string }, { word: string; ids: string; userIDs: string }>(`
  SELECT word, json_group_array(id) AS ids, json_group_array(user_id) AS userIDs FROM alert_words
  WHERE word IN (SELECT value FROM json_each(:words)) GROUP BY word`);

/** Lists these words for all their owners. Each word's owners are read as one value, because there may be thousands. */
export const listAlertWords = (db: Database, words: readonly string[]): AlertWord[] =>
  ownersQuery.all(db, { words: toJson(words) }).flatMap(({ word, ids, userIDs }) => {
    const owners: string[] = JSON.parse(userIDs);
    const numbers: number[] = JSON.parse(ids);
    return numbers.map((id, index) => ({ id, word, userID: owners[index] ?? '' }));
  });

const alertWordsOfUsersQuery = prepareQueryText<{ words: string; unreached: string }, AlertWord>(`
  SELECT id, word, user_id AS userID FROM alert_words
  WHERE word IN (SELECT value FROM json_each(:words)) AND user_id IN (
    SELECT value FROM json_each(:unreached)
    UNION SELECT id FROM users WHERE access_level = 'banned' AND access_level <> 'verified')`);

/** Lists these words for the given users and all banned users. */
export const listAlertWordsOfUsers = (
  db: Database,
  words: readonly string[],
  unreached: ReadonlySet<string>,
): AlertWord[] => alertWordsOfUsersQuery.all(db, { words: toJson(words), unreached: toJson(unreached) });

const prepareForEachPlace = <Query>(prepare: (place: Place) => Query): Readonly<Record<Place, Query>> => ({
  forum: prepare('forum'),
  microblog: prepare('microblog'),
});

/** A word in a post, as it was counted. */
export interface AlertHit {
  readonly word: string;
  /** Alert words added later have higher ids. */
  readonly lastAlertID: number;
  /** Ids of alert words it wasn't counted for, as JSON. */
  readonly ignored: string;
  /** Ids of the only alert words it was counted for, as JSON; null if it was counted for all but the ignored ones. */
  readonly countedFor: string | null;
}

/** A word in a post to be counted. */
export type NewAlertHit = Omit<AlertHit, 'lastAlertID'>;

type HitParameters = { word: string; lastAlertID: number; ignored: string; countedFor: string | null };

const alertHitColumns = 'word, last_alert_id AS lastAlertID, passed_over AS ignored, counted_for AS countedFor';

const insertHitsQuery = prepareWriteText<{ place: Place; contentID: number; hits: string }, AlertHit>(`
  INSERT INTO alert_hits (place, content_id, word, last_alert_id, passed_over, counted_for)
  SELECT :place, :contentID, value ->> 'word', (SELECT max(id) FROM alert_words), value ->> 'ignored',
    value ->> 'countedFor'
  FROM json_each(:hits)
  WHERE true ON CONFLICT DO NOTHING RETURNING ${alertHitColumns}`);

/**
 * Stores for which owners these words of a post are counted: all current owners except the ignored ones, or only those
 * listed. Returns the words not yet counted for this post.
 */
export const insertAlertHits = (
  db: Transaction,
  place: Place,
  contentID: number,
  hits: readonly NewAlertHit[],
): AlertHit[] => insertHitsQuery.all(db, { place, contentID, hits: toJson(hits) });

/**
 * Formats the condition that a hit was counted for an alert word, among those with the same word. The arguments are SQL
 * expressions for the alert word's id and the fields of the hit.
 */
const formatIsCounted = (id: string, lastAlertID: string, ignored: string, countedFor: string): string => `
  CASE WHEN ${countedFor} IS NULL
    THEN ${id} <= ${lastAlertID} AND ${id} NOT IN (SELECT value FROM json_each(${ignored}))
    ELSE ${id} IN (SELECT value FROM json_each(${countedFor})) END`;
const isCounted = formatIsCounted('id', ':lastAlertID', ':ignored', ':countedFor');

const countedQuery = prepareQueryText<HitParameters, { userIDs: string }>(
  `SELECT json_group_array(user_id) AS userIDs FROM alert_words WHERE word = :word AND ${isCounted}`,
);

/**
 * Lists the users the hit was counted for who still have the word. They're read as one value, because there
 * may be thousands.
 */
export const listCountedUserIDs = (db: Database, hit: AlertHit): string[] =>
  JSON.parse(countedQuery.get(db, toParameters(hit))?.userIDs ?? '[]');

const toParameters = ({ word, lastAlertID, ignored, countedFor }: AlertHit): HitParameters => ({
  ...{ word, lastAlertID, ignored, countedFor },
});

const deleteHitsQuery = prepareWriteText<{ place: Place; contentID: number; words: string }, AlertHit>(`
  DELETE FROM alert_hits
  WHERE place = :place AND content_id = :contentID AND word IN (SELECT value FROM json_each(:words))
  RETURNING ${alertHitColumns}`);

/** Deletes and returns the stored hits for these words of a post. */
export const deleteAlertHits = (
  db: Transaction,
  place: Place,
  contentID: number,
  words: Iterable<string>,
): AlertHit[] => deleteHitsQuery.all(db, { place, contentID, words: toJson(words) });

const changeTotalQuery = prepareWriteText<{ place: Place; word: string; difference: number }>(`
  INSERT INTO alert_word_totals (word, place, posts) VALUES (:word, :place, :difference)
  ON CONFLICT (word, place) DO UPDATE SET posts = posts + :difference`);

const excludeOwnersQueries = prepareForEachPlace((place) =>
  prepareWriteText<HitParameters & { difference: number }>(`
    UPDATE alert_words SET ${place}_offset = ${place}_offset - :difference
    WHERE word = :word AND NOT ${isCounted}`),
);

const includeOwnersQueries = prepareForEachPlace((place) =>
  prepareWriteText<{ countedFor: string; difference: number }>(`
    UPDATE alert_words SET ${place}_offset = ${place}_offset + :difference
    WHERE id IN (SELECT value FROM json_each(:countedFor))`),
);

const markOwnViewedQueries = prepareForEachPlace((place) =>
  prepareWriteText<HitParameters & { authorID: string; difference: number }>(`
    UPDATE alert_words SET ${place}_viewed = max(0, ${place}_viewed + :difference)
    WHERE word = :word AND user_id = :authorID AND ${isCounted}`),
);

/** Adds or subtracts a hit for the users it was counted for. The author counts as having viewed it. */
export function changeAlertCounts(
  db: Transaction,
  place: Place,
  hit: AlertHit,
  { authorID, difference }: { authorID: string; difference: 1 | -1 },
): void {
  const { word, countedFor } = hit;
  if (countedFor === null) {
    changeTotalQuery.run(db, { place, word, difference });
    excludeOwnersQueries[place].run(db, { ...toParameters(hit), difference });
  } else includeOwnersQueries[place].run(db, { countedFor, difference });
  markOwnViewedQueries[place].run(db, { ...toParameters(hit), authorID, difference });
}

/** Formats the SQL expression for the number of posts in a place counted for a row of `alert_words`. */
export const formatCount = (place: Place): string => `(${place}_offset + coalesce((
  SELECT posts FROM alert_word_totals AS t WHERE t.word = alert_words.word AND t.place = '${place}'), 0))`;

/** The counts for one alert word of a user. */
export interface AlertCount {
  readonly word: string;
  readonly forumTotal: number;
  readonly forumViewed: number;
  readonly microblogTotal: number;
  readonly microblogViewed: number;
}

const countsQuery = prepareQueryText<{ userID: string }, AlertCount>(`
  SELECT word, ${formatCount('forum')} AS forumTotal, forum_viewed AS forumViewed,
    ${formatCount('microblog')} AS microblogTotal, microblog_viewed AS microblogViewed
  FROM alert_words WHERE user_id = :userID ORDER BY word`);

/** Lists the counts for the user's alert words, in order. */
export const findAlertCounts = (db: Database, userID: string): AlertCount[] => countsQuery.all(db, { userID });

const markAllViewedQueries = prepareForEachPlace((place) =>
  prepareWriteText<{ userID: string; word: string }>(`
    UPDATE alert_words SET ${place}_viewed = ${formatCount(place)} WHERE user_id = :userID AND word = :word`),
);

/** Marks all hits of the word counted so far as viewed. */
export const saveAlertsViewed = (db: Transaction, place: Place, userID: string, word: string): void =>
  void markAllViewedQueries[place].run(db, { userID, word });

const hitPostsQuery = prepareQueryText<
  { place: Place; word: string; userID: string; contentIDs: string },
  { contentID: number }
>(`
  SELECT hit.content_id AS contentID
  FROM alert_hits AS hit JOIN alert_words AS own ON own.word = hit.word AND own.user_id = :userID
  WHERE hit.place = :place AND hit.word = :word AND hit.content_id IN (SELECT value FROM json_each(:contentIDs))
    AND ${formatIsCounted('own.id', 'hit.last_alert_id', 'hit.passed_over', 'hit.counted_for')}`);

/** Returns which of these posts were counted for the user because of the word. */
export const findPostsWithAlert = (
  db: Database,
  {
    place,
    word,
    userID,
    contentIDs,
  }: {
    place: Place;
    word: string;
    userID: string;
    contentIDs: readonly number[];
  },
): number[] =>
  hitPostsQuery.all(db, { place, word, userID, contentIDs: toJson(contentIDs) }).map(({ contentID }) => contentID);
