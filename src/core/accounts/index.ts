export { generatePassword, sharedAccounts } from './first-accounts.ts';
export { importRegistrationCodes } from './import-codes.ts';
export { insertAccount, type NewAccount } from './insert-account.ts';
export { getCallerByPassword, getServiceByPassword } from './password-check.ts';
export { generateRecoveryKey, normalizeRecoveryKey } from './recovery-key.ts';
export { isRegistrationCode, normalizeRegistrationCode } from './registration-code.ts';
export { closeEndedSessions, endSessions, findCallerByToken } from './sessions.ts';
export {
  findCodeByFamily,
  findRegistrationCode,
  type RegistrationCodeRow,
} from './store.ts';
