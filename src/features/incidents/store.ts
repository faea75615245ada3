import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Page } from '#contract/query.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareInsert, prepareQuery, prepareVariants, selectValues } from '#db/prepared.ts';
import {
  type IncidentNoteRow,
  type IncidentOpeningRow,
  type IncidentRow,
  incidentNotes,
  incidentOpenings,
  incidents,
} from './tables.ts';

const insertQuery = prepareInsert(incidents, 'closedAt', 'closedByID');

/** Inserts a report and returns it as stored. */
export const insertIncident = (db: Transaction, row: Parameters<typeof insertQuery.get>[1]): IncidentRow =>
  insertQuery.get(db, row);

const incidentQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(incidents).where(eq(incidents.id, id)),
);

/** Returns the report with this id. */
export const findIncident = (db: Database, id: string): IncidentRow | undefined => incidentQuery.get(db, { id });

type Range = Record<keyof Page, number>;

const newestFirst = [desc(incidents.createdAt), sql`rowid DESC`];

const ownQuery = prepareQuery((queries, { reporterID, start, limit }: Placeholders<Range & { reporterID: string }>) =>
  queries
    .select()
    .from(incidents)
    .where(eq(incidents.reporterID, reporterID))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(start),
);

/** Lists reports of this account, newest first. */
export const findOwnIncidents = (db: Database, reporterID: string, { start, limit }: Page): IncidentRow[] =>
  ownQuery.all(db, { reporterID, start, limit });

const ownCountQuery = prepareQuery((queries, { reporterID }: Placeholders<{ reporterID: string }>) =>
  queries.select({ total: count() }).from(incidents).where(eq(incidents.reporterID, reporterID)),
);

/** Counts the reports of this account. */
export const countOwnIncidents = (db: Database, reporterID: string): number =>
  ownCountQuery.get(db, { reporterID })?.total ?? 0;

/** Which reports a list has: all, or only open or closed ones. */
export type IncidentState = 'all' | 'open' | 'closed';

const inState = {
  all: undefined,
  open: isNull(incidents.closedAt),
  closed: sql`${incidents.closedAt} IS NOT NULL`,
} as const;

const listQuery = prepareVariants((queries, { start, limit }: Placeholders<Range>, state: IncidentState) =>
  queries
    .select()
    .from(incidents)
    .where(inState[state])
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(start),
);

/** Lists reports of everyone, newest first. */
export const findIncidents = (db: Database, state: IncidentState, { start, limit }: Page): IncidentRow[] =>
  listQuery.all(db, state, { start, limit });

const countQuery = prepareVariants((queries, _parameters: Placeholders<Record<never, never>>, state: IncidentState) =>
  queries.select({ total: count() }).from(incidents).where(inState[state]),
);

/** Counts reports of everyone. */
export const countIncidents = (db: Database, state: IncidentState): number => countQuery.get(db, state, {})?.total ?? 0;

const unopenedQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries
    .select({ total: count() })
    .from(incidents)
    .where(
      and(
        inState.open,
        sql`NOT EXISTS (SELECT 1 FROM ${incidentOpenings} WHERE ${incidentOpenings.incidentID} = ${incidents.id} AND ${incidentOpenings.userID} = ${userID})`,
      ),
    ),
);

/** Counts open reports that this safety officer hasn't opened. */
export const countUnopened = (db: Database, userID: string): number => unopenedQuery.get(db, { userID })?.total ?? 0;

const openersQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select({ incidentID: incidentOpenings.incidentID, userID: incidentOpenings.userID })
    .from(incidentOpenings)
    .where(sql`${incidentOpenings.incidentID} IN ${selectValues(ids)}`)
    .groupBy(incidentOpenings.incidentID, incidentOpenings.userID)
    .orderBy(sql`min(${incidentOpenings.id})`),
);

/** Lists who has opened these reports, each once. */
export const findOpeners = (db: Database, incidentIDs: readonly string[]) =>
  openersQuery.all(db, { ids: JSON.stringify(incidentIDs) });

const noteCountsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select({ incidentID: incidentNotes.incidentID, notes: count() })
    .from(incidentNotes)
    .where(sql`${incidentNotes.incidentID} IN ${selectValues(ids)}`)
    .groupBy(incidentNotes.incidentID),
);

/** Counts the notes on these reports; reports without notes are missing. */
export const countNotes = (db: Database, incidentIDs: readonly string[]): Map<string, number> =>
  new Map(
    noteCountsQuery
      .all(db, { ids: JSON.stringify(incidentIDs) })
      .map(({ incidentID, notes }) => [incidentID, notes] as const),
  );

const notesQuery = prepareQuery((queries, { incidentID }: Placeholders<{ incidentID: string }>) =>
  queries.select().from(incidentNotes).where(eq(incidentNotes.incidentID, incidentID)).orderBy(asc(incidentNotes.id)),
);

/** Lists the notes on a report, oldest first. */
export const findNotes = (db: Database, incidentID: string): IncidentNoteRow[] => notesQuery.all(db, { incidentID });

const insertNoteQuery = prepareInsert(incidentNotes, 'id');

/** Inserts a note and returns it as stored. */
export const insertNote = (db: Transaction, row: Parameters<typeof insertNoteQuery.get>[1]): IncidentNoteRow =>
  insertNoteQuery.get(db, row);

const maxOpenings = 500;

const openingsQuery = prepareQuery((queries, { incidentID }: Placeholders<{ incidentID: string }>) =>
  queries
    .select()
    .from(incidentOpenings)
    .where(eq(incidentOpenings.incidentID, incidentID))
    .orderBy(desc(incidentOpenings.id))
    .limit(maxOpenings),
);

/** Lists the last times that a report was opened, newest first. */
export const findOpenings = (db: Database, incidentID: string): IncidentOpeningRow[] =>
  openingsQuery.all(db, { incidentID });

/** Records that someone opened a report. */
export function insertOpening(db: Transaction, row: Omit<IncidentOpeningRow, 'id'>): void {
  db.queries.insert(incidentOpenings).values(row).run();
}

/** Closes a report. */
export function saveClosing(db: Transaction, id: string, closing: { closedAt: Date; closedByID: string }): void {
  db.queries.update(incidents).set(closing).where(eq(incidents.id, id)).run();
}
