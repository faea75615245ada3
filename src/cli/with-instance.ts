import { areas } from '#app/areas.ts';
import { finishInterruptedRestore, InstanceUnavailable, lockDataFolder, openInstance } from '#app/instance.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { checkDatabaseFile, UnusableDatabase } from '#db/migrate.ts';
import { createLog } from '#platform/log.ts';

/**
 * Runs a command's work on the instance, beside a running service or without one. Where there is no database yet it is made
 * when `create` is set, and rejected with UnusableDatabase otherwise.
 */
export async function withInstance<Result>(
  config: Config,
  { create }: { create: boolean },
  work: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  finishInterruptedRestore(config);
  if (!create) requireDatabase(config);
  const context = openForCommand(config);
  try {
    return await work(context);
  } finally {
    context.db.close();
  }
}

function requireDatabase({ databaseFile }: Config): void {
  if (!checkDatabaseFile(databaseFile).isNew) return;
  throw new UnusableDatabase(`there is no database at ${databaseFile} yet: check DATA_DIR, or start the service once`);
}

function openForCommand(config: Config): Context {
  const parts = { log: createLog(config.logLevel, 'readable', 'stderr') };
  if (checkDatabaseFile(config.databaseFile).pending === 0) return openInstance(config, areas, parts);
  const lock = lockForUpgrade(config.folders.data);
  try {
    return openInstance(config, areas, parts);
  } finally {
    lock.release();
  }
}

function lockForUpgrade(dataFolder: string) {
  try {
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (!(error instanceof InstanceUnavailable)) throw error;
    throw new InstanceUnavailable(
      `the service running on ${dataFolder} is of another version: stop it, then run \`gangway migrate\``,
    );
  }
}
