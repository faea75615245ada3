import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { userNotes } from '../tables.ts';

/** A private note as stored. */
export type NoteRow = typeof userNotes.$inferSelect;

const noteQuery = prepareQuery(
  (queries, { authorID, subjectID }: Placeholders<{ authorID: string; subjectID: string }>) =>
    queries
      .select()
      .from(userNotes)
      .where(and(eq(userNotes.authorID, authorID), eq(userNotes.subjectID, subjectID))),
);
const notesByAuthorQuery = prepareQuery((queries, { authorID }: Placeholders<{ authorID: string }>) =>
  queries.select().from(userNotes).where(eq(userNotes.authorID, authorID)),
);

/** Returns the author's note about the subject. */
export const findNote = (db: Database, authorID: string, subjectID: string): NoteRow | undefined =>
  noteQuery.get(db, { authorID, subjectID });

/** Lists all notes of the author, in no particular order. */
export const listNotesBy = (db: Database, authorID: string): NoteRow[] => notesByAuthorQuery.all(db, { authorID });

/** Saves the author's note about the subject, replacing an earlier one. Returns the new row. */
export function saveNote(
  db: Transaction,
  { authorID, subjectID, note, now }: Pick<NoteRow, 'authorID' | 'subjectID' | 'note'> & { now: Date },
): NoteRow {
  return db.queries
    .insert(userNotes)
    .values({ authorID, subjectID, note, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [userNotes.authorID, userNotes.subjectID], set: { note, updatedAt: now } })
    .returning()
    .get();
}

/** Returns whether there was one. */
export function deleteNote(db: Transaction, authorID: string, subjectID: string): boolean {
  const isNote = and(eq(userNotes.authorID, authorID), eq(userNotes.subjectID, subjectID));
  return db.queries.delete(userNotes).where(isNote).run().changes === 1;
}
