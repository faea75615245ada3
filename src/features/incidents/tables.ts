import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';

const userReference = (name: string) =>
  id(name)
    .notNull()
    .references(() => users.id);

/** Confidential reports of incidents (moderation rule S1). */
export const incidents = sqliteTable(
  'incidents',
  {
    id: id('id').primaryKey(),
    reporterID: userReference('reporter_id'),
    what: text('what').notNull(),
    who: text('who'),
    where: text('place'),
    when: text('time'),
    wish: text('wish'),
    mayContact: flag('may_contact').notNull(),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
    closedByID: id('closed_by_id').references(() => users.id),
  },
  (table) => [
    index('incidents_by_time').on(table.createdAt),
    index('incidents_by_reporter').on(table.reporterID, table.createdAt),
    index('incidents_open').on(table.createdAt).where(sql`closed_at IS NULL`),
  ],
);
export type IncidentRow = typeof incidents.$inferSelect;

const incidentReference = () =>
  id('incident_id')
    .notNull()
    .references(() => incidents.id);

/** Notes of safety officers on a case. */
export const incidentNotes = sqliteTable(
  'incident_notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    incidentID: incidentReference(),
    authorID: userReference('author_id'),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('incident_notes_by_incident').on(table.incidentID)],
);
export type IncidentNoteRow = typeof incidentNotes.$inferSelect;

/** A row for each time an officer opens a case (moderation rule S6). */
export const incidentOpenings = sqliteTable(
  'incident_openings',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    incidentID: incidentReference(),
    userID: userReference('user_id'),
    openedAt: instant('opened_at').notNull(),
  },
  (table) => [index('incident_openings_by_incident').on(table.incidentID, table.userID)],
);
export type IncidentOpeningRow = typeof incidentOpenings.$inferSelect;
