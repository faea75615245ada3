import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { userNotes } from '../tables.ts';

export type NoteRow = typeof userNotes.$inferSelect;

const noteQuery = statement((queries) =>
  queries
    .select()
    .from(userNotes)
    .where(
      and(eq(userNotes.authorID, sql.placeholder('authorID')), eq(userNotes.subjectID, sql.placeholder('subjectID'))),
    )
    .prepare(),
);

export const findNote = (db: Database, authorID: string, subjectID: string): NoteRow | undefined =>
  noteQuery(db).get({ authorID, subjectID });

export const findNotesBy = (db: Database, authorID: string): NoteRow[] =>
  db.queries.select().from(userNotes).where(eq(userNotes.authorID, authorID)).all();

/** Writes the author's note about the subject, in place of an earlier one. Gives the row as it now stands. */
export function saveNote(
  db: Database,
  { authorID, subjectID, note, now }: Pick<NoteRow, 'authorID' | 'subjectID' | 'note'> & { now: Date },
): NoteRow {
  return db.queries
    .insert(userNotes)
    .values({ authorID, subjectID, note, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [userNotes.authorID, userNotes.subjectID], set: { note, updatedAt: now } })
    .returning()
    .get();
}

/** Tells whether there was one. */
export function deleteNote(db: Database, authorID: string, subjectID: string): boolean {
  const isNote = and(eq(userNotes.authorID, authorID), eq(userNotes.subjectID, subjectID));
  return db.queries.delete(userNotes).where(isNote).run().changes === 1;
}
