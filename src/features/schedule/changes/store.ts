import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { type EventChangeRow, eventChanges, eventChangesSeen, events } from '../tables.ts';

/** A change to store. */
export type NewEventChange = Omit<EventChangeRow, 'id' | 'entryID' | 'createdAt'>;

/** A change with the title of its event, and whether that is on the schedule. */
export interface StoredChange extends EventChangeRow {
  readonly title: string;
  readonly isLive: boolean;
}

const insertWrite = prepareWriteText<{ entryID: number; now: number; changes: string }>(`
  INSERT INTO event_changes (
    entry_id, event_id, kind, old_start, old_end, old_location, new_start, new_end, new_location, created_at)
  SELECT :entryID, value ->> 'eventID', value ->> 'kind', value ->> 'oldStart', value ->> 'oldEnd',
    value ->> 'oldLocation', value ->> 'newStart', value ->> 'newEnd', value ->> 'newLocation', :now
  FROM json_each(:changes)`);

/** More than a sailing has; older ones are deleted. */
const maxStored = 20_000;

const deleteOldWrite = prepareWriteText<{ kept: number }>(
  'DELETE FROM event_changes WHERE id <= (SELECT max(id) FROM event_changes) - :kept',
);

/** Stores what an entry of the schedule's log changed, in one statement. */
export function insertChanges(db: Transaction, entryID: number, changes: readonly NewEventChange[], now: Date): void {
  const rows = changes.map((change) => ({
    ...change,
    oldStart: change.oldStart.getTime(),
    oldEnd: change.oldEnd.getTime(),
    newStart: change.newStart.getTime(),
    newEnd: change.newEnd.getTime(),
  }));
  insertWrite.run(db, { entryID, now: now.getTime(), changes: JSON.stringify(rows) });
  deleteOldWrite.run(db, { kept: maxStored });
}

const newestQuery = prepareQueryText<Record<never, never>, { eventID: string; newest: number }>(
  'SELECT event_id AS eventID, max(id) AS newest FROM event_changes GROUP BY event_id',
);

/** Lists the newest change of each event. */
export const listNewestChanges = (db: Database) => newestQuery.all(db, {});

const columns = {
  row: eventChanges,
  title: events.title,
  isLive: sql<number>`${events.deletedAt} IS NULL`,
};
const toStored = ({ row, title, isLive }: { row: EventChangeRow; title: string; isLive: number }): StoredChange => ({
  ...row,
  title,
  isLive: isLive === 1,
});

const entryQuery = prepareQuery((queries, { entryID }: Placeholders<{ entryID: number }>) =>
  queries
    .select(columns)
    .from(eventChanges)
    .innerJoin(events, eq(events.id, eventChanges.eventID))
    .where(eq(eventChanges.entryID, entryID))
    .orderBy(eventChanges.id),
);

/** Lists what an entry of the schedule's log changed. */
export const listChangesOfEntry = (db: Database, entryID: number): StoredChange[] =>
  entryQuery.all(db, { entryID }).map(toStored);

const planQuery = prepareQuery((queries, { plan, limit }: Placeholders<{ plan: string; limit: number }>) =>
  queries
    .select(columns)
    .from(sql`json_each(${plan}) AS planned`)
    .innerJoin(eventChanges, sql`${eventChanges.eventID} = planned.key AND ${eventChanges.id} > planned.value`)
    .innerJoin(events, eq(events.id, eventChanges.eventID))
    .orderBy(sql`${eventChanges.id} DESC`)
    .limit(limit),
);

/** Lists the newest changes of these events, each after the number given for it; newest first. */
export const listChangesOf = (db: Database, plan: ReadonlyMap<string, number>, limit: number): StoredChange[] =>
  planQuery.all(db, { plan: JSON.stringify(Object.fromEntries(plan)), limit }).map(toStored);

const seenQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries
    .select({ highestID: eventChangesSeen.highestID })
    .from(eventChangesSeen)
    .where(eq(eventChangesSeen.userID, userID)),
);

/** Finds the newest change that the user has looked at. */
export const findHighestSeen = (db: Database, userID: string) => seenQuery.get(db, { userID });

const seenWrite = prepareWriteText<{ userID: string; highestID: number }>(`
  INSERT INTO event_changes_seen (user_id, highest_id) VALUES (:userID, :highestID)
  ON CONFLICT (user_id) DO UPDATE SET highest_id = max(highest_id, excluded.highest_id)`);

/** Stores the newest change that the user has looked at; never lowers it. */
export const saveHighestSeen = (db: Transaction, seen: { userID: string; highestID: number }): void =>
  void seenWrite.run(db, seen);
