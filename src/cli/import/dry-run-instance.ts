import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finishInterruptedRestore } from '#app/instance.ts';
import type { Context } from '#area/context.ts';
import { type Config, locateFolders } from '#config/config.ts';
import { checkDatabaseFile } from '#db/migrate.ts';
import { CommandFailed } from '../failure.ts';
import { withInstance } from '../with-instance.ts';

/** Runs work that only looks, without even making a database where there is none. */
export async function withInstanceForDryRun<Result>(
  config: Config,
  work: (context: Context) => Result,
): Promise<Result> {
  finishInterruptedRestore(config);
  const { isNew, pending } = checkDatabaseFile(config.databaseFile);
  if (isNew) return withTemporaryInstance(config, work);
  if (pending > 0) throw new CommandFailed('the database must be brought up to date first: run `gangway migrate`');
  return withInstance(config, { create: false }, work);
}

/** An empty instance that is gone afterwards. */
async function withTemporaryInstance<Result>(config: Config, work: (context: Context) => Result): Promise<Result> {
  const data = mkdtempSync(join(tmpdir(), 'gangway-dry-run-'));
  try {
    const place = { folders: locateFolders(data), databaseFile: join(data, 'gangway.sqlite') };
    const passing: Config = { ...config, ...place, logLevel: 'silent' };
    return await withInstance(passing, { create: true }, work);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
