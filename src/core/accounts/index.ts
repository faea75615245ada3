export { makeUpPassword, sharedAccounts } from './first-accounts.ts';
export { importRegistrationCodes } from './import-codes.ts';
export { insertAccount, type NewAccount } from './insert-account.ts';
export { callerByPassword, serviceByPassword } from './password-check.ts';
export { newRecoveryKey, normalizeRecoveryKey } from './recovery-key.ts';
export { isRegistrationCode, normalizeRegistrationCode } from './registration-code.ts';
export { callerByToken, closeEndedSessions, endSessions } from './sessions.ts';
export {
  findCodeOfFamily,
  findRegistrationCode,
  type RegistrationCodeRow,
} from './store.ts';
