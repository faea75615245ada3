export { type BackupOutcome, type LastBackups, readLastBackups, saveBackupOutcome } from './outcome.ts';
export { type BackupAnswer, type BackupTask, backupProgram } from './records.ts';
