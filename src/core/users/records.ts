import * as v from 'valibot';
import { boundedText, instant, line, optionalInput, text, uuid } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { normalizeLines } from '#platform/text/lines.ts';

/** Name and picture of a user, for content that has an author (core, Records). */
export const UserHeader = record('UserHeader', {
  userID: uuid,
  username: v.string(),
  displayName: v.optional(v.string()),
  userImage: v.optional(v.string()),
  preferredPronoun: v.optional(v.string()),
});
export type UserHeader = v.InferOutput<typeof UserHeader>;

export const maxUsername = 50;

/** A name for an account; names from an import may hold other letters (core, Validation). */
export const newUsername = v.pipe(
  line('username', 2, maxUsername),
  v.check((name) => /^[A-Za-z0-9.+_-]*$/.test(name), 'The username may only have letters, digits and - . + _.'),
  v.check((name) => !/^[-.+_]/.test(name), 'The username must start with a letter or digit.'),
  v.check((name) => !/[-.+_]$/.test(name), 'The username must not end with a separator.'),
);

/** A username in a path; names from an import may hold other letters. */
export const usernameInPath = boundedText(50);

/** A header that a client sends back, of which only the id is read. */
const UserHeaderInput = inputRecord('UserHeaderInput', { userID: uuid });

/** A report's text; may be empty (core, Records: ReportData). */
export const ReportData = inputRecord('ReportData', { message: text('message', 0, 10_000) });

/** A user found by name: the header with the composed name (decision 14). */
export const UserSearch = record('UserSearch', { ...UserHeader.entries, userSearch: v.string() });
export type UserSearch = v.InferOutput<typeof UserSearch>;

const maxNoteLines = 25;
const noteText = v.pipe(
  text('note', 1, 999),
  v.check(
    (note) => normalizeLines(note).split('\n').length <= maxNoteLines,
    `The note must have at most ${maxNoteLines} lines.`,
  ),
);

/** A note's text, about a user or about a song that was performed. */
export const NoteCreateData = inputRecord('NoteCreateData', { note: noteText });

/** A note with its subject, as an id or in the form in which a note is read; the id counts when both are given. */
export const NoteUpsertData = v.pipe(
  inputRecord('NoteUpsertData', {
    note: noteText,
    userID: optionalInput(uuid),
    targetUser: optionalInput(UserHeaderInput),
  }),
  v.forward(
    v.check(
      ({ userID, targetUser }) => (userID ?? targetUser) !== undefined,
      'The userID or the targetUser must be given.',
    ),
    ['userID'],
  ),
  // The check has seen that one of them is there.
  v.transform(({ note, userID, targetUser }) => ({ note, subjectID: (userID ?? targetUser?.userID) as string })),
);

/** A private note with the header of its subject. */
export const NoteData = record('NoteData', {
  createdAt: instant,
  updatedAt: instant,
  targetUser: UserHeader,
  note: v.string(),
});
export type NoteData = v.InferOutput<typeof NoteData>;
