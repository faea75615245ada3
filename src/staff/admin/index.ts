export { unlockCode } from './registration-codes.ts';
export { demote, promote, type StaffLevel } from './staff-levels.ts';
