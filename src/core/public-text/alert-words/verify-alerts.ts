import type { Database, Transaction } from '#db/open.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { type Place, places } from '../places.ts';

const wordsQuery = prepareQueryText<Record<never, never>, { word: string }>(
  'SELECT DISTINCT word FROM alert_words ORDER BY word',
);

/** Every word that somebody is alerted to. */
export const listWordsWithAlerts = (db: Database): string[] => wordsQuery.all(db, {}).map(({ word }) => word);

/** A total that is not the number of posts that were counted. */
interface WrongTotal {
  readonly id: number;
  readonly userID: string;
  readonly place: Place;
  readonly stored: number;
  readonly expected: number;
}

const totalsQuery = prepareQueryText<
  { word: string },
  { id: number; userID: string; forum: number; microblog: number }
>(`
  SELECT id, user_id AS userID, forum_total AS forum, microblog_total AS microblog
  FROM alert_words WHERE word = :word ORDER BY id DESC`);

const hitsQuery = prepareQueryText<{ word: string; place: Place }, { lastAlertID: number; hits: number }>(`
  SELECT last_alert_id AS lastAlertID, count(*) AS hits FROM alert_hits
  WHERE word = :word AND place = :place GROUP BY last_alert_id ORDER BY last_alert_id DESC`);

const passedOverQuery = prepareQueryText<{ word: string; place: Place }, { id: number; times: number }>(`
  SELECT value AS id, count(*) AS times FROM alert_hits, json_each(passed_over)
  WHERE word = :word AND place = :place AND passed_over <> '[]' GROUP BY value`);

/** What was counted wrongly for one word, by all who have it: worked out at once, since they count the same posts. */
export function findAlertsToCorrect(db: Database, word: string): WrongTotal[] {
  const owners = totalsQuery.all(db, { word });
  return places.flatMap((place) => {
    const passedOver = new Map(passedOverQuery.all(db, { word, place }).map(({ id, times }) => [id, times]));
    const hits = hitsQuery.all(db, { word, place });
    let [index, counted] = [0, 0];
    return owners.flatMap((owner) => {
      // Counted for everybody who had the word at the time, that is for all with a lower id.
      for (let hit = hits[index]; hit && hit.lastAlertID >= owner.id; hit = hits[index]) {
        counted += hit.hits;
        index += 1;
      }
      const [stored, expected] = [owner[place], counted - (passedOver.get(owner.id) ?? 0)];
      return stored === expected ? [] : [{ id: owner.id, userID: owner.userID, place, stored, expected }];
    });
  });
}

const saveQueries = {
  forum: prepareWriteText<{ id: number; total: number }>('UPDATE alert_words SET forum_total = :total WHERE id = :id'),
  microblog: prepareWriteText<{ id: number; total: number }>(
    'UPDATE alert_words SET microblog_total = :total WHERE id = :id',
  ),
};

/** Sets totals to what they should be. */
export function saveAlertTotals(db: Transaction, totals: readonly WrongTotal[]): void {
  for (const { id, place, expected } of totals) saveQueries[place].run(db, { id, total: expected });
}
