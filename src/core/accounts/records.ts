import * as v from 'valibot';
import { accessLevels, userRoles } from '#contract/access.ts';
import { optionalInput, text, uuid } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { newUsername } from '#core/users/records.ts';
import { isRegistrationCode, normalizeRegistrationCode } from './registration-code.ts';

const describeCode = (name: string) => `The ${name} must be a registration code of 6 letters or digits.`;
const codeForm = (name: string) => v.check(isRegistrationCode, describeCode(name));
const minRecoveryKey = 6;
const maxSecretLength = 200;
/** Maximum length of a code as typed, including spaces, which are ignored. */
export const maxTypedCode = 50;

export { isRegistrationCode };

/** A secret as typed. Its length is limited because hashing huge texts is expensive. */
const secret = (name: string) => text(name, minRecoveryKey, maxSecretLength);

/** A code that may be absent or empty. */
export const optionalCode = (name: string) =>
  optionalInput(
    v.pipe(
      text(name, 0, maxTypedCode),
      v.check((code) => normalizeRegistrationCode(code) === '' || isRegistrationCode(code), describeCode(name)),
    ),
  );

/** A login: a token and the account it belongs to. */
export const TokenStringData = record('TokenStringData', {
  userID: v.pipe(uuid, v.description('Id of the account')),
  accessLevel: v.pipe(v.picklist(accessLevels), v.description('Level of the account; each includes those below it')),
  token: v.pipe(v.string(), v.description('Token for the header `Authorization: Bearer …` of further calls')),
});
export type TokenStringData = v.InferOutput<typeof TokenStringData>;

/** The caller's own account (core rule 42). */
export const CurrentUserData = record('CurrentUserData', {
  userID: v.pipe(uuid, v.description('Id of the account')),
  username: v.pipe(v.string(), v.description('Username, unique regardless of letter case')),
  isLoggedIn: v.pipe(v.boolean(), v.description('Always true')),
  accessLevel: v.pipe(v.picklist(accessLevels), v.description('Level of the account; each includes those below it')),
  roles: v.pipe(v.array(v.picklist(userRoles)), v.description('Roles of the account')),
});

/** A sub-account shares its family's registration code, so a code sent along is ignored (core rule 58). */
export const UserAddData = inputRecord('UserAddData', {
  username: v.pipe(newUsername, v.description('Username, unique regardless of letter case')),
  password: v.pipe(text('password', 6, 50), v.description('The password')),
});
export type UserAddData = v.InferOutput<typeof UserAddData>;

/** A new primary account (core rule 52). */
export const UserCreateData = inputRecord('UserCreateData', {
  ...UserAddData.entries,
  /** Absent or empty means no code. */
  verification: v.pipe(
    optionalCode('verification'),
    v.description('Registration code; without one, the account can read but not write'),
  ),
});
export type UserCreateData = v.InferOutput<typeof UserCreateData>;

/** A username that was free when it was proposed (core rule 57a). */
export const UsernameProposalData = record('UsernameProposalData', {
  username: v.pipe(v.string(), v.description('Username, unique regardless of letter case')),
});

/** A new sub-account. */
export const AddedUserData = record('AddedUserData', {
  userID: v.pipe(uuid, v.description('Id of the account')),
  username: v.pipe(v.string(), v.description('Username, unique regardless of letter case')),
});
export type AddedUserData = v.InferOutput<typeof AddedUserData>;

/** A new primary account with its recovery key, which is shown only once (core rule 54). */
export const CreatedUserData = record('CreatedUserData', {
  ...AddedUserData.entries,
  recoveryKey: v.pipe(v.string(), v.description('Key for setting a new password; only shown once')),
});
export type CreatedUserData = v.InferOutput<typeof CreatedUserData>;

/** A registration code for an account without one (core rule 55). */
export const UserVerifyData = inputRecord('UserVerifyData', {
  verification: v.pipe(
    text('verification', 0, maxTypedCode),
    codeForm('verification'),
    v.description('The registration code, six letters or digits'),
  ),
});

/** A change of the caller's password (core rule 56). */
export const UserPasswordData = inputRecord('UserPasswordData', {
  currentPassword: v.pipe(text('currentPassword', 0, maxSecretLength), v.description('The current password')),
  newPassword: v.pipe(text('newPassword', 6, 50), v.description('The new password')),
  endOtherSessions: v.pipe(
    optionalInput(v.boolean()),
    v.description('Whether to end all sessions of the account on all devices; the response then has a new token'),
  ),
});
export type UserPasswordData = v.InferOutput<typeof UserPasswordData>;

/** A recovery. `recoveryKey` takes any of three secrets (core rule 44). */
export const UserRecoveryData = inputRecord('UserRecoveryData', {
  /** Only the length is checked: imported names may contain letters that new names can't. */
  username: v.pipe(text('username', 2, 50), v.description('Username, unique regardless of letter case')),
  recoveryKey: v.pipe(
    secret('recoveryKey'),
    v.description('The password, the recovery key or, once, the registration code'),
  ),
  newPassword: v.pipe(text('newPassword', 6, 50), v.description('The new password')),
});
export type UserRecoveryData = v.InferOutput<typeof UserRecoveryData>;

/** A search for a forgotten username (core rule 48). */
export const UserUsernameLookupData = inputRecord('UserUsernameLookupData', {
  registrationCode: v.pipe(
    text('registrationCode', 0, maxTypedCode),
    codeForm('registrationCode'),
    v.description('Registration code of the person'),
  ),
  recoveryKey: v.pipe(
    secret('recoveryKey'),
    v.check(
      (key) => !isRegistrationCode(key),
      'The recoveryKey must be the password or the recovery key, not a registration code.',
    ),
    v.description('The password or the recovery key'),
  ),
});
export type UserUsernameLookupData = v.InferOutput<typeof UserUsernameLookupData>;
