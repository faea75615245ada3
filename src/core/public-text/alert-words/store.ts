import type { Database, Transaction } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import type { Place } from '../places.ts';

const toJson = (values: Iterable<unknown>): string => JSON.stringify([...values]);

const watchedQuery = prepareQueryText<{ words: string }, { word: string }>(`
  SELECT DISTINCT word FROM alert_words WHERE word IN (SELECT value FROM json_each(:words))`);

/** Those of these words that somebody is alerted to. */
export const findAlertWords = (db: Database, words: Iterable<string>): string[] =>
  watchedQuery.all(db, { words: toJson(words) }).map(({ word }) => word);

/** An alert word of a user. */
export interface AlertWord {
  readonly id: number;
  readonly word: string;
  readonly userID: string;
}

const ownersQuery = prepareQueryText<{ words: string }, AlertWord>(`
  SELECT id, word, user_id AS userID FROM alert_words WHERE word IN (SELECT value FROM json_each(:words))`);

/** These words of everybody who has them. */
export const listAlertWords = (db: Database, words: readonly string[]): AlertWord[] =>
  ownersQuery.all(db, { words: toJson(words) });

const ofUnreachedQuery = prepareQueryText<{ words: string; unreached: string }, AlertWord>(`
  SELECT id, word, user_id AS userID FROM alert_words
  WHERE word IN (SELECT value FROM json_each(:words)) AND user_id IN (
    SELECT value FROM json_each(:unreached)
    UNION SELECT id FROM users WHERE access_level = 'banned' AND access_level <> 'verified')`);

/** These words of those users and of everybody who is banned. */
export const listAlertWordsOf = (db: Database, words: readonly string[], unreached: ReadonlySet<string>): AlertWord[] =>
  ofUnreachedQuery.all(db, { words: toJson(words), unreached: toJson(unreached) });

const prepareForPlaces = <Query>(prepare: (place: Place) => Query): Readonly<Record<Place, Query>> => ({
  forum: prepare('forum'),
  microblog: prepare('microblog'),
});

const raiseQueries = prepareForPlaces((place) =>
  prepareWriteText<{ words: string; passedOver: string; authorID: string }, Omit<AlertWord, 'id'>>(`
    UPDATE alert_words
    SET ${place}_total = ${place}_total + 1, ${place}_viewed = ${place}_viewed + (user_id = :authorID)
    WHERE word IN (SELECT value FROM json_each(:words)) AND id NOT IN (SELECT value FROM json_each(:passedOver))
    RETURNING word, user_id AS userID`),
);

/** Counts one hit more of these words for all who have them, but for some; the author has viewed it already. */
export const raiseAlerts = (
  db: Transaction,
  place: Place,
  { words, passedOver, authorID }: { words: readonly string[]; passedOver: readonly number[]; authorID: string },
): Omit<AlertWord, 'id'>[] =>
  raiseQueries[place].all(db, { words: toJson(words), passedOver: toJson(passedOver), authorID });

/** A word in a post as it was counted. */
export interface AlertHit {
  readonly word: string;
  /** Whoever added the word later has a higher id. */
  readonly lastAlertID: number;
  /** Ids of alert words that it was not counted for, as JSON. */
  readonly passedOver: string;
}

const insertHitsQuery = prepareWriteText<{ place: Place; contentID: number; hits: string }, { word: string }>(`
  INSERT INTO alert_hits (place, content_id, word, last_alert_id, passed_over)
  SELECT :place, :contentID, value ->> 'word', (SELECT max(id) FROM alert_words), value ->> 'passedOver'
  FROM json_each(:hits)
  WHERE true ON CONFLICT DO NOTHING RETURNING word`);

/**
 * Keeps for whom these words of a post are counted: all who have them now, but for those passed over. Returns the words
 * that were not counted for this post before.
 */
export const insertAlertHits = (
  db: Transaction,
  place: Place,
  contentID: number,
  hits: readonly Omit<AlertHit, 'lastAlertID'>[],
): string[] => insertHitsQuery.all(db, { place, contentID, hits: toJson(hits) }).map(({ word }) => word);

const deleteHitsQuery = prepareWriteText<{ place: Place; contentID: number; words: string }, AlertHit>(`
  DELETE FROM alert_hits
  WHERE place = :place AND content_id = :contentID AND word IN (SELECT value FROM json_each(:words))
  RETURNING word, last_alert_id AS lastAlertID, passed_over AS passedOver`);

/** Deletes what was kept of these words of a post, and returns it. */
export const deleteAlertHits = (
  db: Transaction,
  place: Place,
  contentID: number,
  words: Iterable<string>,
): AlertHit[] => deleteHitsQuery.all(db, { place, contentID, words: toJson(words) });

const lowerQueries = prepareForPlaces((place) =>
  prepareWriteText<{ word: string; lastAlertID: number; passedOver: string; authorID: string }, { userID: string }>(`
    UPDATE alert_words
    SET ${place}_total = max(0, ${place}_total - 1),
      ${place}_viewed = max(0, ${place}_viewed - (user_id = :authorID))
    WHERE word = :word AND id <= :lastAlertID AND id NOT IN (SELECT value FROM json_each(:passedOver))
    RETURNING user_id AS userID`),
);

/** Counts a hit no longer, for exactly those for whom it was counted; returns their ids. */
export const lowerAlerts = (db: Transaction, place: Place, hit: AlertHit, authorID: string): string[] =>
  lowerQueries[place].all(db, { ...hit, authorID }).map(({ userID }) => userID);

/** What was counted for one alert word of a user. */
export interface AlertCount {
  readonly word: string;
  readonly forumTotal: number;
  readonly forumViewed: number;
  readonly microblogTotal: number;
  readonly microblogViewed: number;
}

const countsQuery = prepareQueryText<{ userID: string }, AlertCount>(`
  SELECT word, forum_total AS forumTotal, forum_viewed AS forumViewed,
    microblog_total AS microblogTotal, microblog_viewed AS microblogViewed
  FROM alert_words WHERE user_id = :userID ORDER BY word`);

/** What was counted for each alert word of the user, in their order. */
export const findAlertCounts = (db: Database, userID: string): AlertCount[] => countsQuery.all(db, { userID });

const viewQueries = prepareForPlaces((place) =>
  prepareWriteText<{ userID: string; word: string }>(`
    UPDATE alert_words SET ${place}_viewed = ${place}_total WHERE user_id = :userID AND word = :word`),
);

/** All hits of the word counted so far have been viewed. */
export const saveAlertsViewed = (db: Transaction, place: Place, userID: string, word: string): void =>
  void viewQueries[place].run(db, { userID, word });

const hitPostsQuery = prepareQueryText<
  { place: Place; word: string; userID: string; contentIDs: string },
  { contentID: number }
>(`
  SELECT hit.content_id AS contentID
  FROM alert_hits AS hit JOIN alert_words AS own ON own.word = hit.word AND own.user_id = :userID
  WHERE hit.place = :place AND hit.word = :word AND hit.content_id IN (SELECT value FROM json_each(:contentIDs))
    AND own.id <= hit.last_alert_id AND own.id NOT IN (SELECT value FROM json_each(hit.passed_over))`);

/** Those of these posts whose use of the word was counted for the user. */
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
