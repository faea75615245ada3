import { mkdtempSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { areas } from '#app/areas.ts';
import type { FolderLock } from '#app/folder-lock.ts';
import { finishInterruptedRestore, openInstance } from '#app/instance.ts';
import { assertWritableDisks, InstanceUnavailable, lockInstance } from '#app/instance-lock.ts';
import type { AuditFacts, AuditLog } from '#area/audit-log.ts';
import type { Context } from '#area/context.ts';
import { type Config, locateFolders } from '#config/config.ts';
import { sendLine } from '#core/commands/index.ts';
import { assertDatabaseExists, checkDatabaseFile } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { removePath } from '#platform/files/files.ts';
import { createLog } from '#platform/observing/log.ts';
import { dropPrivilegesToOwner, runAsOwner } from '#platform/processes/owner.ts';
import { systemClock } from '#platform/time/clock.ts';
import { findFollowedServer } from '#spare/assert-may-serve.ts';
import { CommandFailed, describeFailure } from './failure.ts';
import { warn } from './terminal.ts';

/** How a command opens the instance. */
interface OpenOptions {
  /** Whether to create a missing database; otherwise that is rejected with UnusableDatabase. */
  readonly create: boolean;
  /** Whether the command only reads the instance, and writes to paths that perhaps only root can write. */
  readonly staysRoot?: boolean;
  /** Whether the command also makes sense on a spare, whose own database is older than its copy of the server's. */
  readonly mayBeSpare?: boolean;
}

/** Throws CommandFailed on a spare, where a command would read or change data that no one uses. */
export function assertNotSpare(config: Config): void {
  const url = findFollowedServer(config);
  if (url) throw new CommandFailed(`This machine is the spare of ${url}: run this command there.`);
}

/**
 * Runs a command's work on the instance, with or without a running service. When run by root, files belong to the owner
 * of the data folder afterwards.
 */
export async function withInstance<Result>(
  config: Config,
  { create, staysRoot = false, mayBeSpare = false }: OpenOptions,
  work: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  if (!mayBeSpare) assertNotSpare(config);
  if (!staysRoot) dropPrivilegesToOwner(config.folders.data);
  const context = runAsOwner(config.folders.data, () => {
    assertWritableDisks(config);
    finishInterruptedRestore(config);
    if (!create) assertDatabaseExists(config.databaseFile);
    return openForCommand(config);
  });
  try {
    return await work(context);
  } finally {
    context.db.close();
  }
}

/** Runs read-only work, and never creates a database. */
export async function withInstanceForDryRun<Result>(
  config: Config,
  work: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  assertNotSpare(config);
  dropPrivilegesToOwner(config.folders.data);
  assertWritableDisks(config);
  finishInterruptedRestore(config);
  const { isNew, pending } = checkDatabaseFile(config.databaseFile);
  if (isNew) return withTemporaryInstance(config, work);
  if (pending > 0) throw new CommandFailed('The database must be migrated first: run `gangway migrate`.');
  return withInstance(config, { create: false }, work);
}

/** Checked before root switches to another user. */
const operatorName = getOperatorName();

/** The service logs it, so that readers of its log see what was done from the command line. */
const sendAuditMessage: AuditLog = (db, words, facts) => {
  const known = Object.entries(facts).filter(
    (fact): fact is [string, string | number | boolean] => fact[1] !== undefined,
  );
  const line = { words, facts: Object.fromEntries(known), by: operatorName };
  db.transaction((db) => sendLine({ db, clock: systemClock }, line));
};

/**
 * Adds an action that opens no instance to the service's log, now or once it starts. The action can't be undone, so if
 * the log can't be written, the command only warns its user.
 */
export function sendAuditLine(config: Config, words: string, facts: AuditFacts): void {
  try {
    runAsOwner(config.folders.data, () => {
      const db = openDatabase(config.databaseFile);
      try {
        sendAuditMessage(db, words, facts);
      } finally {
        db.close();
      }
    });
  } catch (error) {
    warn(`could not write to the service log: ${describeFailure(error)}`);
  }
}

/** Returns the user who called the command, also through sudo. */
function getOperatorName(): string {
  const username = getUsername();
  const caller = process.env.SUDO_USER;
  return `${caller && caller !== username ? `${caller} as ` : ''}${username}, by command`;
}

/** A container may run as a user unknown to its machine. */
function getUsername(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.geteuid?.()}`;
  }
}

function openForCommand(config: Config): Context {
  const parts = { log: createLog(config.logLevel, 'readable', 'stderr'), auditLog: sendAuditMessage };
  if (checkDatabaseFile(config.databaseFile).pending === 0) return openInstance(config, areas, parts);
  const lock = lockForUpgrade(config);
  try {
    return openInstance(config, areas, parts);
  } finally {
    lock.release();
  }
}

function lockForUpgrade(config: Config): FolderLock {
  try {
    return lockInstance(config);
  } catch (error) {
    if (!(error instanceof InstanceUnavailable)) throw error;
    throw new InstanceUnavailable(
      `The service running on ${config.folders.data} is a different version: stop it, then run \`gangway migrate\`.`,
    );
  }
}

/** Runs work on an empty temporary instance. */
async function withTemporaryInstance<Result>(
  config: Config,
  work: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  const data = mkdtempSync(join(tmpdir(), 'gangway-dry-run-'));
  try {
    const place = { folders: locateFolders(data), databaseFile: join(data, 'gangway.sqlite') };
    const temporary: Config = { ...config, ...place, logLevel: 'silent' };
    return await withInstance(temporary, { create: true }, work);
  } finally {
    removePath(data);
  }
}
