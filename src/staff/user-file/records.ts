import * as v from 'valibot';
import { accessLevels, userRoles } from '#contract/access.ts';
import { line, list, optionalInput, text, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserProfileUploadData } from '#core/profiles/records.ts';

/** Outcome of the records of one part. */
const BulkUserUpdateCounts = record('BulkUserUpdateCounts', {
  totalRecordsProcessed: v.pipe(wholeNumber, v.description('Number of records that were read')),
  importedCount: v.pipe(wholeNumber, v.description('Number of records that were or would be imported')),
  duplicateCount: v.pipe(wholeNumber, v.description('Number of records that already exist')),
  errorCount: v.pipe(wholeNumber, v.description('Number of records that can’t be imported')),
});
export type BulkUserUpdateCounts = v.InferOutput<typeof BulkUserUpdateCounts>;

const sentences = v.array(v.string());

/** What an import would do, or has done; no sentence contains a registration code (admin rules A22 and A24). */
export const BulkUserUpdateVerificationData = record('BulkUserUpdateVerificationData', {
  changesApplied: v.pipe(v.boolean(), v.description('Whether the changes were applied, instead of only previewed')),
  userCounts: v.pipe(BulkUserUpdateCounts, v.description('Numbers of accounts')),
  performerCounts: v.pipe(BulkUserUpdateCounts, v.description('Numbers of performers')),
  needsPhotographerCounts: v.pipe(BulkUserUpdateCounts, v.description('Numbers of events that need a photographer')),
  regCodeConflicts: v.pipe(sentences, v.description('A sentence for each registration code that’s already used here')),
  usernameConflicts: v.pipe(sentences, v.description('A sentence for each username that’s already used here')),
  errorNotImported: v.pipe(sentences, v.description('A sentence for each record that can’t be imported')),
  otherErrors: v.pipe(sentences, v.description('Other errors, one sentence each')),
});
export type BulkUserUpdateVerificationData = v.InferOutput<typeof BulkUserUpdateVerificationData>;

/** Names from an import may contain characters that new ones can't. */
const username = (name: string) => line(name, 1, 50);
const maxHash = 500;
const maxFavorites = 20_000;

/** A user in the file; areas add fields of their own (moderation, Records: UserSaveRestoreData). */
export const UserSaveRestoreData = inputRecord('UserSaveRestoreData', {
  ...UserProfileUploadData.entries,
  username: v.pipe(username('username'), v.description('Username, unique regardless of letter case')),
  /** Hashes, empty where there is none. */
  password: v.pipe(text('password', 0, maxHash), v.description('The password')),
  recoveryKey: v.pipe(
    text('recoveryKey', 0, maxHash),
    v.description('Key for setting a new password; only shown once'),
  ),
  verification: v.pipe(text('verification', 0, 50), v.description('The registration code, six letters or digits')),
  accessLevel: v.pipe(v.picklist(accessLevels), v.description('Level of the account; each includes those below it')),
  userImage: v.pipe(
    optionalInput(line('userImage', 0, 255)),
    v.description(
      'Name of the avatar; absent if there’s none. `/api/v3/image/user/thumb/{userID}` always returns a picture.',
    ),
  ),
  parentUsername: optionalInput(username('parentUsername')),
  roles: v.pipe(list('roles', v.picklist(userRoles), 50), v.description('Roles of the account')),
  favoriteUsers: list('favoriteUsers', text('favoriteUsers', 0, 200), maxFavorites),
});
export type UserSaveRestoreData = v.InferOutput<typeof UserSaveRestoreData>;
