import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areas } from '#app/areas.ts';
import type { FolderLock } from '#app/folder-lock.ts';
import { finishInterruptedRestore, openInstance } from '#app/instance.ts';
import { assertWritableDisks, InstanceUnavailable, lockInstance } from '#app/instance-lock.ts';
import type { Context } from '#area/context.ts';
import { type Config, locateFolders } from '#config/config.ts';
import { assertDatabaseExists, checkDatabaseFile } from '#db/migrate.ts';
import { createLog } from '#platform/log.ts';
import { CommandFailed } from './failure.ts';

/**
 * Runs a command's work on the instance, beside a running service or without one. Where there is no database yet it is made
 * when `create` is set, and rejected with UnusableDatabase otherwise.
 */
export async function withInstance<Result>(
  config: Config,
  { create }: { create: boolean },
  work: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  assertWritableDisks(config);
  finishInterruptedRestore(config);
  if (!create) assertDatabaseExists(config.databaseFile);
  const context = openForCommand(config);
  try {
    return await work(context);
  } finally {
    context.db.close();
  }
}

/** Runs work that only reads, without even making a database where there is none. */
export async function withInstanceForDryRun<Result>(
  config: Config,
  work: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  assertWritableDisks(config);
  finishInterruptedRestore(config);
  const { isNew, pending } = checkDatabaseFile(config.databaseFile);
  if (isNew) return withTemporaryInstance(config, work);
  if (pending > 0) throw new CommandFailed('The database must be brought up to date first: run `gangway migrate`.');
  return withInstance(config, { create: false }, work);
}

function openForCommand(config: Config): Context {
  const parts = { log: createLog(config.logLevel, 'readable', 'stderr') };
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
      `The service running on ${config.folders.data} is of another version: stop it, then run \`gangway migrate\`.`,
    );
  }
}

/** Runs work on an empty instance that is gone afterwards. */
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
    rmSync(data, { recursive: true, force: true });
  }
}
