import * as v from 'valibot';
import { accessLevels, userRoles } from '#contract/access.ts';
import { optionalInput, text, uuid } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { newUsername } from '#core/users/records.ts';
import { isRegistrationCode, normalizeRegistrationCode } from './registration-code.ts';

const describeCode = (name: string) => `The ${name} must be a registration code of 6 letters or digits.`;
const codeForm = (name: string) => v.check(isRegistrationCode, describeCode(name));
const minRecoveryKey = 6;
const maxSecret = 200;
/** Characters of a code as typed, with the spaces that don't count. */
export const maxTypedCode = 50;

export { isRegistrationCode };

/** A secret as typed; bounded, since hashing huge texts would be work for nothing. */
const secret = (name: string) => text(name, minRecoveryKey, maxSecret);

/** A code that may be absent or empty. */
export const optionalCode = (name: string) =>
  optionalInput(
    v.pipe(
      text(name, 0, maxTypedCode),
      v.check((code) => normalizeRegistrationCode(code) === '' || isRegistrationCode(code), describeCode(name)),
    ),
  );

/** A login: the token of the account, and whose it is. */
export const TokenStringData = record('TokenStringData', {
  userID: uuid,
  accessLevel: v.picklist(accessLevels),
  token: v.string(),
});
export type TokenStringData = v.InferOutput<typeof TokenStringData>;

/** The caller's own account (core rule 42). */
export const CurrentUserData = record('CurrentUserData', {
  userID: uuid,
  username: v.string(),
  isLoggedIn: v.boolean(),
  accessLevel: v.picklist(accessLevels),
  roles: v.array(v.picklist(userRoles)),
});

/** A sub-account has the registration code of its family: one that is sent along is not even looked at (core rule 58). */
export const UserAddData = inputRecord('UserAddData', { username: newUsername, password: text('password', 6, 50) });
export type UserAddData = v.InferOutput<typeof UserAddData>;

/** A new primary account (core rule 52). */
export const UserCreateData = inputRecord('UserCreateData', {
  ...UserAddData.entries,
  /** Absent or empty: no code. */
  verification: optionalCode('verification'),
});
export type UserCreateData = v.InferOutput<typeof UserCreateData>;

/** A username that was free when it was proposed (core rule 57a). */
export const UsernameProposalData = record('UsernameProposalData', { username: v.string() });

/** A new sub-account. */
export const AddedUserData = record('AddedUserData', { userID: uuid, username: v.string() });
export type AddedUserData = v.InferOutput<typeof AddedUserData>;

/** A new primary account, with its recovery key, which is never shown again (core rule 54). */
export const CreatedUserData = record('CreatedUserData', { ...AddedUserData.entries, recoveryKey: v.string() });
export type CreatedUserData = v.InferOutput<typeof CreatedUserData>;

/** A registration code for an account that has none (core rule 55). */
export const UserVerifyData = inputRecord('UserVerifyData', {
  verification: v.pipe(text('verification', 0, maxTypedCode), codeForm('verification')),
});

/** A change of the own password (core rule 56). */
export const UserPasswordData = inputRecord('UserPasswordData', {
  currentPassword: text('currentPassword', 0, maxSecret),
  newPassword: text('newPassword', 6, 50),
  endOtherSessions: optionalInput(v.boolean()),
});
export type UserPasswordData = v.InferOutput<typeof UserPasswordData>;

/** A recovery; `recoveryKey` takes any of three secrets (core rule 44). */
export const UserRecoveryData = inputRecord('UserRecoveryData', {
  /** Only the length is checked: names from an import may hold other letters than new ones. */
  username: text('username', 2, 50),
  recoveryKey: secret('recoveryKey'),
  newPassword: text('newPassword', 6, 50),
});
export type UserRecoveryData = v.InferOutput<typeof UserRecoveryData>;

/** A search for a forgotten username (core rule 48). */
export const UserUsernameLookupData = inputRecord('UserUsernameLookupData', {
  registrationCode: v.pipe(text('registrationCode', 0, maxTypedCode), codeForm('registrationCode')),
  recoveryKey: v.pipe(
    secret('recoveryKey'),
    v.check(
      (key) => !isRegistrationCode(key),
      'The recoveryKey cannot be a registration code: it takes the password or the recovery key.',
    ),
  ),
});
export type UserUsernameLookupData = v.InferOutput<typeof UserUsernameLookupData>;
