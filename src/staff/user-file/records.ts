import * as v from 'valibot';
import { accessLevels, userRoles } from '#contract/access.ts';
import { line, list, optionalInput, text, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserProfileUploadData } from '#core/profiles/records.ts';

/** What became of the records of one part. */
const BulkUserUpdateCounts = record('BulkUserUpdateCounts', {
  totalRecordsProcessed: wholeNumber,
  importedCount: wholeNumber,
  duplicateCount: wholeNumber,
  errorCount: wholeNumber,
});
export type BulkUserUpdateCounts = v.InferOutput<typeof BulkUserUpdateCounts>;

const sentences = v.array(v.string());

/** What an import would do, or has done; no sentence names a registration code (admin rules A22 and A24). */
export const BulkUserUpdateVerificationData = record('BulkUserUpdateVerificationData', {
  changesApplied: v.boolean(),
  userCounts: BulkUserUpdateCounts,
  performerCounts: BulkUserUpdateCounts,
  needsPhotographerCounts: BulkUserUpdateCounts,
  regCodeConflicts: sentences,
  usernameConflicts: sentences,
  errorNotImported: sentences,
  otherErrors: sentences,
});
export type BulkUserUpdateVerificationData = v.InferOutput<typeof BulkUserUpdateVerificationData>;

/** Names from an import may hold other letters than new ones. */
const username = (name: string) => line(name, 1, 50);
const maxHash = 500;
const maxFavorites = 20_000;

/** A user in the file; areas add fields of their own (moderation, Records: UserSaveRestoreData). */
export const UserSaveRestoreData = inputRecord('UserSaveRestoreData', {
  ...UserProfileUploadData.entries,
  username: username('username'),
  /** Hashes, empty where there is none. */
  password: text('password', 0, maxHash),
  recoveryKey: text('recoveryKey', 0, maxHash),
  verification: text('verification', 0, 50),
  accessLevel: v.picklist(accessLevels),
  userImage: optionalInput(line('userImage', 0, 255)),
  parentUsername: optionalInput(username('parentUsername')),
  roles: list('roles', v.picklist(userRoles), 50),
  favoriteUsers: list('favoriteUsers', text('favoriteUsers', 0, 200), maxFavorites),
});
export type UserSaveRestoreData = v.InferOutput<typeof UserSaveRestoreData>;
