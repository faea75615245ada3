import * as v from 'valibot';
import { boundedText, instant, line, optionalInput, text, uuid } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { normalizeLines } from '#platform/text/lines.ts';

/** Name and picture of a user, for content with an author (core, Records). */
export const UserHeader = record('UserHeader', {
  userID: v.pipe(uuid, v.description('Id of the account')),
  username: v.pipe(v.string(), v.description('Username, unique regardless of letter case')),
  displayName: v.pipe(
    v.optional(v.string()),
    v.description('Name that the user wants to be shown; absent if there’s none'),
  ),
  userImage: v.pipe(
    v.optional(v.string()),
    v.description(
      'Name of the avatar; absent if there’s none. `/api/v3/image/user/thumb/{userID}` always returns a picture.',
    ),
  ),
  preferredPronoun: v.pipe(v.optional(v.string()), v.description('Pronouns of the user')),
});
export type UserHeader = v.InferOutput<typeof UserHeader>;

export const maxUsername = 50;

/** A name for an account. Imported names may contain other letters (core, Validation). */
export const newUsername = v.pipe(
  line('username', 2, maxUsername),
  v.check((name) => /^[A-Za-z0-9.+_-]*$/.test(name), 'The username can only contain letters, digits and - . + _.'),
  v.check((name) => !/^[-.+_]/.test(name), 'The username must start with a letter or digit.'),
  v.check((name) => !/[-.+_]$/.test(name), 'The username must end with a letter or digit.'),
);

/** A username in a path. Imported names may contain other letters. */
export const usernameInPath = boundedText(50);

/** A header sent back by a client. Only the id is read. */
const UserHeaderInput = inputRecord('UserHeaderInput', { userID: v.pipe(uuid, v.description('Id of the account')) });

/** A report's text, which may be empty (core, Records: ReportData). */
export const ReportData = inputRecord('ReportData', {
  message: v.pipe(text('message', 0, 10_000), v.description('What’s wrong with it; may be empty')),
});

/** A user found by name: the header with the composed name (decision 14). */
export const UserSearch = record('UserSearch', {
  ...UserHeader.entries,
  userSearch: v.pipe(v.string(), v.description('The names of the user in one line, for lists of suggestions')),
});
export type UserSearch = v.InferOutput<typeof UserSearch>;

const maxNoteLines = 25;
const noteText = v.pipe(
  text('note', 1, 999),
  v.check(
    (note) => normalizeLines(note).split('\n').length <= maxNoteLines,
    `The note must have at most ${maxNoteLines} lines.`,
  ),
  v.description('Private note of the caller, in several lines'),
);

/** A note's text, about a user or about a song that was performed. */
export const NoteCreateData = inputRecord('NoteCreateData', {
  note: noteText,
});

/** A note with its subject, as an id or in the form in which notes are returned. The id takes precedence. */
export const NoteUpsertData = v.pipe(
  inputRecord('NoteUpsertData', {
    note: noteText,
    userID: v.pipe(optionalInput(uuid), v.description('Id of the user it’s about; either this or `targetUser`')),
    targetUser: v.pipe(
      optionalInput(UserHeaderInput),
      v.description('User it’s about, as returned with a note; either this or `userID`'),
    ),
  }),
  v.forward(
    v.check(
      ({ userID, targetUser }) => (userID ?? targetUser) !== undefined,
      'The userID or the targetUser must be given.',
    ),
    ['userID'],
  ),
  // The check has ensured that one of them is present.
  v.transform(({ note, userID, targetUser }) => ({ note, subjectID: (userID ?? targetUser?.userID) as string })),
);

/** A private note with the header of its subject. */
export const NoteData = record('NoteData', {
  createdAt: v.pipe(instant, v.description('When it was created')),
  updatedAt: v.pipe(instant, v.description('When it was last changed')),
  targetUser: v.pipe(UserHeader, v.description('User it’s about')),
  note: v.pipe(v.string(), v.description('Private note of the caller, in several lines')),
});
export type NoteData = v.InferOutput<typeof NoteData>;
