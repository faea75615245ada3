import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, foldersIn } from '#config/config.ts';
import type { Context } from '#context';
import { checkDatabaseFile } from '#db/migrate.ts';
import { finishInterruptedRestore } from '../../box.ts';
import { CommandFailed } from '../failure.ts';
import { withBox } from '../with-box.ts';

/** Runs work that only looks, without even making a database where there is none. */
export async function withBoxForDryRun<Result>(config: Config, work: (context: Context) => Result): Promise<Result> {
  finishInterruptedRestore(config);
  const { isNew, pending } = checkDatabaseFile(config.databaseFile);
  if (isNew) return withPassingBox(config, work);
  if (pending > 0) throw new CommandFailed('the database must be brought up to date first: run `gangway migrate`');
  return withBox(config, { create: false }, work);
}

/** An empty box that is gone afterwards. */
async function withPassingBox<Result>(config: Config, work: (context: Context) => Result): Promise<Result> {
  const data = mkdtempSync(join(tmpdir(), 'gangway-dry-run-'));
  try {
    const place = { folders: foldersIn(data), databaseFile: join(data, 'gangway.sqlite') };
    const passing: Config = { ...config, ...place, logLevel: 'silent' };
    return await withBox(passing, { create: true }, work);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
