import type { Database, Transaction } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import type { MentionCounter } from '../kinds-of-post.ts';

/** A mention of one user, with the name in the text. */
export interface Mention {
  readonly name: string;
  readonly userID: string;
}

const insertMentionsQuery = prepareWriteText<
  { counter: MentionCounter; contentID: number; mentions: string },
  { userID: string }
>(`
  INSERT INTO mentions (counter, content_id, name, user_id)
  SELECT :counter, :contentID, value ->> 'name', value ->> 'userID' FROM json_each(:mentions)
  WHERE true ON CONFLICT DO NOTHING RETURNING user_id AS userID`);

/** Inserts mentions in one post. Returns the ids of newly mentioned users. */
export const insertMentions = (
  db: Transaction,
  { counter, contentID, mentions }: { counter: MentionCounter; contentID: number; mentions: readonly Mention[] },
): string[] =>
  insertMentionsQuery.all(db, { counter, contentID, mentions: JSON.stringify(mentions) }).map(({ userID }) => userID);

/** A deleted mention and the user it was counted for. */
interface CountedMention {
  readonly counter: MentionCounter;
  readonly userID: string;
}

const deleteMentionsQuery = prepareWriteText<
  { counters: string; contentIDs: string; names: string | null },
  CountedMention
>(`
  DELETE FROM mentions
  WHERE counter IN (SELECT value FROM json_each(:counters))
    AND content_id IN (SELECT value FROM json_each(:contentIDs))
    AND (:names IS NULL OR name IN (SELECT value FROM json_each(:names)))
  RETURNING counter, user_id AS userID`);

/** Deletes mentions of these names in these posts, or all mentions. Returns the users they were counted for. */
export const deleteMentions = (
  db: Transaction,
  {
    counters,
    contentIDs,
    names,
  }: {
    counters: readonly MentionCounter[];
    contentIDs: readonly number[];
    names?: ReadonlySet<string>;
  },
): CountedMention[] =>
  deleteMentionsQuery.all(db, {
    counters: JSON.stringify(counters),
    contentIDs: JSON.stringify(contentIDs),
    names: names ? JSON.stringify([...names]) : null,
  });

const increaseTotalsQuery = prepareWriteText<{ counter: MentionCounter; userIDs: string }>(`
  INSERT INTO mention_totals (user_id, counter, total, viewed)
  SELECT value, :counter, 1, 0 FROM json_each(:userIDs)
  WHERE true ON CONFLICT (user_id, counter) DO UPDATE SET total = total + 1`);

/** Counts one more mention for each of these users. */
export const increaseTotals = (db: Transaction, counter: MentionCounter, userIDs: readonly string[]): void =>
  void increaseTotalsQuery.run(db, { counter, userIDs: JSON.stringify(userIDs) });

const decreaseTotalsQuery = prepareWriteText<{ counted: string }>(`
  UPDATE mention_totals SET total = max(0, total - fewer)
  FROM (
    SELECT value ->> 'userID' AS gone_user_id, value ->> 'counter' AS gone_counter, count(*) AS fewer
    FROM json_each(:counted) GROUP BY 1, 2)
  WHERE user_id = gone_user_id AND counter = gone_counter`);

/** Subtracts these mentions from the counts. */
export const decreaseTotals = (db: Transaction, counted: readonly CountedMention[]): void =>
  void decreaseTotalsQuery.run(db, { counted: JSON.stringify(counted) });

const totalsQuery = prepareQueryText<{ userID: string }, { counter: MentionCounter; total: number; viewed: number }>(
  'SELECT counter, total, viewed FROM mention_totals WHERE user_id = :userID',
);

/** A user's number of mentions, now and when they last looked. */
export interface Count {
  readonly total: number;
  readonly viewed: number;
}

/** Returns the user's counts. Counters that were never raised are missing. */
export const findMentionTotals = (db: Database, userID: string): Map<MentionCounter, Count> =>
  new Map(totalsQuery.all(db, { userID }).map(({ counter, ...count }) => [counter, count]));

const markViewedQuery = prepareWriteText<{ userID: string; counters: string }>(`
  UPDATE mention_totals SET viewed = total
  WHERE user_id = :userID AND counter IN (SELECT value FROM json_each(:counters))`);

/** Marks everything counted so far as viewed. */
export const saveMentionsViewed = (db: Transaction, userID: string, counters: readonly MentionCounter[]): void =>
  void markViewedQuery.run(db, { userID, counters: JSON.stringify(counters) });

const mentionedInQuery = prepareQueryText<
  { counter: MentionCounter; userID: string; contentIDs: string },
  { contentID: number }
>(`
  SELECT DISTINCT content_id AS contentID FROM mentions
  WHERE counter = :counter AND user_id = :userID AND content_id IN (SELECT value FROM json_each(:contentIDs))`);

/** Returns which of these posts mention the user. */
export const findPostsMentioning = (
  db: Database,
  { counter, userID, contentIDs }: { counter: MentionCounter; userID: string; contentIDs: readonly number[] },
): number[] =>
  mentionedInQuery
    .all(db, { counter, userID, contentIDs: JSON.stringify(contentIDs) })
    .map(({ contentID }) => contentID);
