import { count, countDistinct, isNull } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { profileEdits } from '#core/profiles/tables.ts';
import { moderatorActions, reports } from '#core/reports/tables.ts';
import { alertWords, muteWords, userFavorites, userNotes, users } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { eventFavorites, events } from '#features/schedule/tables.ts';

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

const countLiveRows = ({ queries }: Database, table: SQLiteTable): number =>
  queries.select({ rows: count() }).from(table).get()?.rows ?? 0;

/** How many there are of each kind of thing; what is deleted is not counted. */
export function countRows(db: Database): Record<string, number> {
  const whole = Object.entries(wholeTables).map(([name, table]): [string, number] => [name, countLiveRows(db, table)]);
  const words = db.queries
    .select({ rows: countDistinct(alertWords.word) })
    .from(alertWords)
    .get();
  const liveEvents = db.queries.select({ rows: count() }).from(events).where(isNull(events.deletedAt)).get();
  return { ...Object.fromEntries(whole), alertword: words?.rows ?? 0, event: liveEvents?.rows ?? 0 };
}
