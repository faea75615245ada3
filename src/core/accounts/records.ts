import * as v from 'valibot';
import { accessLevels, userRoles } from '#contract/access.ts';
import { optionalInput, text, uuid } from '#contract/fields.ts';
import { newUsername } from '#core/users/records.ts';
import { isRegistrationCode, normalizeRegistrationCode } from './registration-code.ts';

const codeForm = v.check(isRegistrationCode, 'a registration code has 6 letters or digits');
const leastRecoveryKey = 6;
const mostSecret = 200;

/** A secret as typed; bounded, since hashing huge texts would be work for nothing. */
const secret = (name: string) => text(name, leastRecoveryKey, mostSecret);

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

export const UserCreateData = v.object({
  username: newUsername,
  password: text('password', 6, 50),
  /** Absent or empty: no code. */
  verification: optionalInput(
    v.pipe(
      v.string(),
      v.check(
        (code) => normalizeRegistrationCode(code) === '' || isRegistrationCode(code),
        'a registration code has 6 letters or digits',
      ),
    ),
  ),
});
export type UserCreateData = v.InferOutput<typeof UserCreateData>;

export const CreatedUserData = v.strictObject({ userID: uuid, username: v.string(), recoveryKey: v.string() });
export const AddedUserData = v.strictObject({ userID: uuid, username: v.string() });

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
