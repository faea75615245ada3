export { verifyAtDesk } from './claim-code.ts';
export { generatePassword, type KnownAccount, listKnownAccounts } from './first-accounts.ts';
export { importRegistrationCodes } from './import-codes.ts';
export { type LockOut, listLockOuts } from './list-lock-outs.ts';
export { getCallerByPassword, getServiceByPassword } from './password-check.ts';
export {
  type LastCall,
  listLastCalls,
  listPresentUserIDs,
  presenceMilliseconds,
  restoreLastCalls,
} from './presence.ts';
export { unlockAllFamilies } from './recovery-lock.ts';
export { listRegistrationBlocks, type RegistrationBlock } from './registration-blocks.ts';
export { isRegistrationCode, normalizeRegistrationCode } from './registration-code.ts';
export { resetFailedAttempts } from './reset-failed-attempts.ts';
export {
  closeEndedSessions,
  endAllSessions,
  endSessions,
  findCallerByToken,
  hasSessions,
  isCurrentTokenKey,
  openSession,
} from './sessions.ts';
export { sharedAccounts } from './shared-accounts.ts';
export {
  countRegistrationCodes,
  findCodeByFamily,
  findRegistrationCode,
  listRegistrationCodes,
  listUnverifiedFamilies,
  type RegistrationCodeRow,
  setCodeOwner,
} from './store.ts';
