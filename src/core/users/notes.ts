import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { findUser, listUsers, type User } from './directory.ts';
import { deleteNote, findNote, listNotesBy, type NoteRow, saveNote } from './store/notes.ts';
import { getVisibleUser } from './visibility.ts';

/** A private note and the account it is about. */
export interface Note {
  readonly subject: User;
  readonly row: NoteRow;
}

/**
 * Lists all notes of the caller, by the subject's username. Blocks don't hide the caller's own notes (core rule 95).
 */
export function listNotes(context: Context, caller: Caller): Note[] {
  const rows = new Map(listNotesBy(context.db, caller.userID).map((row) => [row.subjectID, row]));
  return listUsers(context).flatMap((subject) => {
    const row = rows.get(subject.userID);
    return row ? [{ subject, row }] : [];
  });
}

/** Returns the caller's note about an account. Throws 404 if there is none. */
export function getNote(context: Context, caller: Caller, subjectID: string): Note {
  const subject = findUser(context, subjectID);
  const row = findNote(context.db, caller.userID, subjectID);
  if (!subject || !row) throw notFound('note');
  return { subject, row };
}

/**
 * Returns an account that the caller can see, or wrote a note about before one blocked the other. Throws 404 otherwise.
 */
function getNoteSubject(context: Context, caller: Caller, subjectID: string): User {
  const hasNote = findNote(context.db, caller.userID, subjectID) !== undefined;
  return getVisibleUser(context, hasNote ? undefined : caller, subjectID);
}

/** Writes or replaces the caller's note about an account (core rule 94). */
export function writeNote(context: WriteContext, caller: Caller, subjectID: string, note: string): Note {
  const subject = getNoteSubject(context, caller, subjectID);
  if (subject.level === 'banned') throw malformed("You can't write a note about a banned account.", 'protectedAccount');
  const row = saveNote(context.db, { authorID: caller.userID, subjectID, note, now: context.clock.now() });
  return { subject, row };
}

/** Deletes the caller's note about an account, if there is one (core rule 95). */
export function removeNote(context: WriteContext, caller: Caller, subjectID: string): void {
  if (!deleteNote(context.db, caller.userID, subjectID)) getVisibleUser(context, caller, subjectID);
}
