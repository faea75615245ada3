import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { everybody, type Person, person } from './people.ts';
import { deleteNote, findNote, findNotesBy, type NoteRow, putNote } from './store/notes.ts';
import { visiblePerson } from './visibility.ts';

/** A private note and the person it is about. */
export interface Note {
  readonly subject: Person;
  readonly row: NoteRow;
}

/** All notes of the caller, by the subject's username. Blocks do not hide one's own notes (core rule 95). */
export function notesOf(context: Context, caller: Caller): Note[] {
  const rows = new Map(findNotesBy(context.db, caller.userID).map((row) => [row.subjectID, row]));
  return everybody(context).flatMap((subject) => {
    const row = rows.get(subject.userID);
    return row ? [{ subject, row }] : [];
  });
}

/** The caller's note about somebody. Throws 404 when there is none. */
export function noteAbout(context: Context, caller: Caller, subjectID: string): Note {
  const subject = person(context, subjectID);
  const row = findNote(context.db, caller.userID, subjectID);
  if (!subject || !row) throw notFound('note');
  return { subject, row };
}

/** Somebody the caller can see, or has written a note about before a block came between them. Throws 404 otherwise. */
function noteSubject(context: Context, caller: Caller, subjectID: string): Person {
  const hasNote = findNote(context.db, caller.userID, subjectID) !== undefined;
  return visiblePerson(context, hasNote ? undefined : caller, subjectID);
}

/** Writes or replaces the caller's note about somebody (core rule 94). To be called inside a transaction. */
export function writeNote(context: Context, caller: Caller, subjectID: string, note: string): Note {
  const subject = noteSubject(context, caller, subjectID);
  if (subject.level === 'banned') throw malformed('a banned account takes no notes');
  return {
    subject,
    row: putNote(context.db, { authorID: caller.userID, subjectID, note, now: context.clock.now() }),
  };
}

/** Deletes the caller's note about somebody, if there is one (core rule 95). To be called inside a transaction. */
export function removeNote(context: Context, caller: Caller, subjectID: string): void {
  if (!deleteNote(context.db, caller.userID, subjectID)) visiblePerson(context, caller, subjectID);
}
