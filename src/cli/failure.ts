import { InvalidSetting } from '#config/env.ts';
import { explainUnsuitableSystem } from '#platform/machine/system-requirements.ts';

/** How a command ends (scripts and service supervisors rely on the exit codes). */
export const exitCodes = { done: 0, failed: 1, wrongUse: 2, notRunning: 3 } as const;

/** The command was called incorrectly; the message is a sentence for the operator. */
export class WrongUse extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WrongUse';
  }
}

/** A command failed; the message is a sentence with the reason and what to do. */
export class CommandFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CommandFailed';
  }
}

/** Returns the exit code for an error. */
export const getExitCode = (error: unknown): number =>
  error instanceof WrongUse || error instanceof InvalidSetting ? exitCodes.wrongUse : exitCodes.failed;

/**
 * Errors whose message was written for the operator; listed by name, since their classes would load the whole program.
 */
const errorsForOperators: ReadonlySet<string> = new Set([
  'WrongUse',
  'CommandFailed',
  'BackupFailed',
  'PromotionRefused',
  'InvalidSetting',
  'UnusableDatabase',
  'InstanceUnavailable',
  'UnreadableFile',
  'AppError',
]);

/** Describes the failure in one sentence with what to do. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return describeDefect(String(error));
  if (errorsForOperators.has(error.name)) return error.message;
  if (isDatabaseError(error)) return describeDatabaseError(error);
  return describeSystemError(error) ?? explainUnsuitableSystem(error.message) ?? describeDefect(error.message);
}

const describeDefect = (message: string): string => `Something went wrong: ${message} (LOG_LEVEL=debug shows where).`;

/** SQLite's message, in parentheses, and a full stop follow. */
const databaseSentences: readonly (readonly [start: string, sentence: string])[] = [
  ['SQLITE_FULL', 'The disk is full: free some space and try again'],
  ['SQLITE_BUSY', 'The database is busy with another program: try again in a moment'],
  ['SQLITE_READONLY', "This user can't write to the database: run this as the owner of the data folder"],
  ['SQLITE_CANTOPEN', "The database can't be opened: check that its folder exists and belongs to this user"],
  ['SQLITE_CORRUPT', 'The database is damaged: restore a backup with `gangway restore`'],
  ['SQLITE_NOTADB', 'The database file is not a database: restore a backup with `gangway restore`'],
  ['SQLITE_IOERR', 'The disk reported an error: check it, and restore a backup if the database is damaged'],
];

interface DatabaseError extends Error {
  readonly code: string;
}

const isDatabaseError = (error: Error): error is DatabaseError => error.name === 'SqliteError' && 'code' in error;

function describeDatabaseError({ code, message }: DatabaseError): string {
  const [, sentence] = databaseSentences.find(([start]) => code.startsWith(start)) ?? [];
  return sentence === undefined ? describeDefect(message) : `${sentence} (${message}).`;
}

/** Whether this is an error of the operating system, as Node reports it. */
interface SystemError {
  readonly code: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
}

function describeSystemError(error: Error): string | undefined {
  if (!('code' in error && typeof error.code === 'string')) return undefined;
  // Node adds these fields to system errors.
  const system = error as Error & SystemError;
  if (system.syscall === 'listen' || system.syscall === 'getaddrinfo') return describeListenError(system);
  const what = system.path ?? 'A file';
  switch (system.code) {
    case 'ENOENT':
      return `${what} does not exist: check the name.`;
    case 'EACCES':
    case 'EPERM':
      return `Permission denied for ${what}: run this as the user who owns it.`;
    case 'EISDIR':
      return `${what} is a folder, but a file is required.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${what} can't be created as a folder because a file with that name exists.`;
    case 'EROFS':
      return `${what} is on a read-only disk: choose another place.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk${system.path === undefined ? '' : ` of ${system.path}`} is full: free some space and try again.`;
    default:
      return undefined;
  }
}

function describeListenError({ code, address, port }: SystemError): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program: stop it, or choose another port with --port or PORT.`;
    case 'EACCES':
      return `This user can't open port ${port}: choose one above 1023 with --port or PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${address ?? 'The host name'} isn't an address of this machine: check --hostname or the variable hostname.`;
    default:
      return undefined;
  }
}
