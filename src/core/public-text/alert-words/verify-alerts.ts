import type { Database, Transaction } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { type Place, places } from '../kinds-of-post.ts';
import { formatCount } from './store.ts';

const wordsQuery = prepareQueryText<Record<never, never>, { word: string }>(
  'SELECT DISTINCT word FROM alert_words ORDER BY word',
);

/** Lists all distinct alert words. */
export const listWordsWithAlerts = (db: Database): string[] => wordsQuery.all(db, {}).map(({ word }) => word);

/** A count that differs from the number of counted posts. */
interface WrongCount {
  readonly id: number;
  readonly userID: string;
  readonly place: Place;
  readonly stored: number;
  readonly expected: number;
}

const countsQuery = prepareQueryText<
  { word: string },
  { id: number; userID: string; forum: number; microblog: number }
>(`
  SELECT id, user_id AS userID, ${formatCount('forum')} AS forum, ${formatCount('microblog')} AS microblog
  FROM alert_words WHERE word = :word ORDER BY id DESC`);

const hitsQuery = prepareQueryText<{ word: string; place: Place }, { lastAlertID: number; hits: number }>(`
  SELECT last_alert_id AS lastAlertID, count(*) AS hits FROM alert_hits
  WHERE word = :word AND place = :place AND counted_for IS NULL GROUP BY last_alert_id ORDER BY last_alert_id DESC`);

/** Differences caused by ignored owners, and by hits counted only for listed owners. */
const wrongRowsQuery = prepareQueryText<{ word: string; place: Place }, { id: number; difference: number }>(`
  SELECT value AS id, sum(iif(counted_for IS NULL, -1, 1)) AS difference
  FROM alert_hits, json_each(coalesce(counted_for, passed_over))
  WHERE word = :word AND place = :place AND (passed_over <> '[]' OR counted_for IS NOT NULL) GROUP BY value`);

/** Finds wrong counts of one word for all its owners, computed together because they count the same posts. */
export function findAlertsToCorrect(db: Database, word: string): WrongCount[] {
  const owners = countsQuery.all(db, { word });
  return places.flatMap((place) => {
    const exceptions = new Map(wrongRowsQuery.all(db, { word, place }).map(({ id, difference }) => [id, difference]));
    const hits = hitsQuery.all(db, { word, place });
    let [index, counted] = [0, 0];
    return owners.flatMap((owner) => {
      // Counted for everyone who had the word at that time: owners with an id up to this one.
      for (let hit = hits[index]; hit && hit.lastAlertID >= owner.id; hit = hits[index]) {
        counted += hit.hits;
        index += 1;
      }
      const [stored, expected] = [owner[place], counted + (exceptions.get(owner.id) ?? 0)];
      return stored === expected ? [] : [{ id: owner.id, userID: owner.userID, place, stored, expected }];
    });
  });
}

const correctQueries = {
  forum: prepareWriteText<{ id: number; difference: number }>(
    'UPDATE alert_words SET forum_offset = forum_offset + :difference WHERE id = :id',
  ),
  microblog: prepareWriteText<{ id: number; difference: number }>(
    'UPDATE alert_words SET microblog_offset = microblog_offset + :difference WHERE id = :id',
  ),
};

/** Corrects the counts. */
export function correctAlertCounts(db: Transaction, counts: readonly WrongCount[]): void {
  for (const { id, place, stored, expected } of counts) {
    correctQueries[place].run(db, { id, difference: expected - stored });
  }
}
