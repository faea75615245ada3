import { count, countDistinct, isNull } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Context } from '#area/context.ts';
import { profileEdits } from '#core/profiles/tables.ts';
import { alertWords, muteWords } from '#core/public-text/tables.ts';
import { moderatorActions, reports } from '#core/reports/tables.ts';
import { userFavorites, userNotes, users } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { eventFavorites, events } from '#features/schedule/tables.ts';
import type { Job } from '#platform/job-runner.ts';

/** Tables of which every row counts, by the name of the count (moderation, Enums: CountType). */
const wholeTables = {
  user: users,
  profileEdit: profileEdits,
  userNote: userNotes,
  muteword: muteWords,
  userFavorite: userFavorites,
  eventFavorite: eventFavorites,
  report: reports,
  moderationAction: moderatorActions,
} satisfies Record<string, SQLiteTable>;

const countAllRows = ({ queries }: Database, table: SQLiteTable): number =>
  queries.select({ rows: count() }).from(table).get()?.rows ?? 0;

/** How many there are of each, deleted rows left out. */
function countRows(db: Database): Record<string, number> {
  const counts = Object.entries(wholeTables).map(([name, table]): [string, number] => [name, countAllRows(db, table)]);
  const words = db.queries
    .select({ rows: countDistinct(alertWords.word) })
    .from(alertWords)
    .get();
  const liveEvents = db.queries.select({ rows: count() }).from(events).where(isNull(events.deletedAt)).get();
  return { ...Object.fromEntries(counts), alertword: words?.rows ?? 0, event: liveEvents?.rows ?? 0 };
}

/** Puts the counts where the metrics call finds them (admin rule J4). */
export function measureRowCounts({ db, metrics }: Context): void {
  for (const [name, rows] of Object.entries(countRows(db))) metrics.setTableCount(name, rows);
}

/** Counts again every ten minutes (admin rule J4). */
export const rowCountJobs = (context: Context): readonly Job[] => [
  { name: 'count-rows', every: 10 * 60_000, run: () => measureRowCounts(context) },
];
