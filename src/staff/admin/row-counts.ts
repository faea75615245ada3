import { count, countDistinct, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Context } from '#area/context.ts';
import { profileEdits } from '#core/profiles/tables.ts';
import { alertWords, muteWords } from '#core/public-text/tables.ts';
import { moderatorActions, reports } from '#core/reports/tables.ts';
import { userFavorites, userNotes, users } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { boardGameFavorites } from '#features/boardgames/tables.ts';
import { forumPostEdits, forumPostMarks, forumPosts, forumReaders, forums } from '#features/forums/tables.ts';
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
  forumPostEdit: forumPostEdits,
  boardgameFavorite: boardGameFavorites,
} satisfies Record<string, SQLiteTable>;

/** Tables of which some rows count, with what is true of those. */
const partialTables: Readonly<Record<string, readonly [SQLiteTable, SQL]>> = {
  event: [events, isNull(events.deletedAt)],
  forum: [forums, isNull(forums.deletedAt)],
  forumPost: [forumPosts, isNull(forumPosts.deletedAt)],
  forumPostLike: [forumPostMarks, isNotNull(forumPostMarks.reaction)],
  forumPostFavorite: [forumPostMarks, eq(forumPostMarks.isBookmarked, true)],
  forumFavorite: [forumReaders, eq(forumReaders.isFavorite, true)],
};

const countIn = ({ queries }: Database, table: SQLiteTable, isCounted?: SQL): number =>
  queries.select({ rows: count() }).from(table).where(isCounted).get()?.rows ?? 0;

/** How many there are of each, deleted rows left out. */
function countRows(db: Database): Record<string, number> {
  const whole = Object.entries(wholeTables).map(([name, table]): [string, number] => [name, countIn(db, table)]);
  const partial = Object.entries(partialTables).map(([name, [table, isCounted]]): [string, number] => [
    name,
    countIn(db, table, isCounted),
  ]);
  const words = db.queries
    .select({ rows: countDistinct(alertWords.word) })
    .from(alertWords)
    .get();
  return { ...Object.fromEntries([...whole, ...partial]), alertword: words?.rows ?? 0 };
}

/** Puts the counts where the metrics call finds them (admin rule J4). */
export function measureRowCounts({ db, metrics }: Context): void {
  for (const [name, rows] of Object.entries(countRows(db))) metrics.setTableCount(name, rows);
}

/** Counts again every ten minutes (admin rule J4). */
export const rowCountJobs = (context: Context): readonly Job[] => [
  { name: 'count-rows', every: 10 * 60_000, run: () => measureRowCounts(context) },
];
