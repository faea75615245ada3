import * as v from 'valibot';
import { accessLevels, userRoles } from '#contract/access.ts';
import { optionalInput, text, uuid } from '#contract/fields.ts';
import { newUsername } from '#core/users/records.ts';
import { isRegistrationCode, normalizeRegistrationCode } from './registration-code.ts';

const codeComplaint = 'a registration code has 6 letters or digits';
const codeForm = v.check(isRegistrationCode, codeComplaint);
const minRecoveryKey = 6;
const maxSecret = 200;

/** A secret as typed; bounded, since hashing huge texts would be work for nothing. */
const secret = (name: string) => text(name, minRecoveryKey, maxSecret);

export const TokenStringData = v.strictObject({
  userID: uuid,
  accessLevel: v.picklist(accessLevels),
  token: v.string(),
});
export type TokenStringData = v.InferOutput<typeof TokenStringData>;

export const CurrentUserData = v.strictObject({
  userID: uuid,
  username: v.string(),
  isLoggedIn: v.boolean(),
  accessLevel: v.picklist(accessLevels),
  roles: v.array(v.picklist(userRoles)),
});

/** A sub-account has the registration code of its family: one that is sent along is not even looked at (core rule 58). */
export const UserAddData = v.object({ username: newUsername, password: text('password', 6, 50) });
export type UserAddData = v.InferOutput<typeof UserAddData>;

export const UserCreateData = v.object({
  ...UserAddData.entries,
  /** Absent or empty: no code. */
  verification: optionalInput(
    v.pipe(
      v.string(),
      v.check((code) => normalizeRegistrationCode(code) === '' || isRegistrationCode(code), codeComplaint),
    ),
  ),
});
export type UserCreateData = v.InferOutput<typeof UserCreateData>;

export const AddedUserData = v.strictObject({ userID: uuid, username: v.string() });
export type AddedUserData = v.InferOutput<typeof AddedUserData>;
export const CreatedUserData = v.strictObject({ ...AddedUserData.entries, recoveryKey: v.string() });
export type CreatedUserData = v.InferOutput<typeof CreatedUserData>;

export const UserVerifyData = v.object({ verification: v.pipe(text('verification', 6, 7), codeForm) });
export const UserPasswordData = v.object({ currentPassword: v.string(), newPassword: text('newPassword', 6, 50) });

export const UserRecoveryData = v.object({
  /** Only the length is checked: names from an import may hold other letters than new ones. */
  username: text('username', 2, 50),
  recoveryKey: secret('recoveryKey'),
  newPassword: text('newPassword', 6, 50),
});
export type UserRecoveryData = v.InferOutput<typeof UserRecoveryData>;

export const UserUsernameLookupData = v.object({
  registrationCode: v.pipe(v.string(), codeForm),
  recoveryKey: v.pipe(
    secret('recoveryKey'),
    v.check(
      (key) => !isRegistrationCode(key),
      'recoveryKey cannot be a registration code: it takes the password or the recovery key',
    ),
  ),
});
export type UserUsernameLookupData = v.InferOutput<typeof UserUsernameLookupData>;
