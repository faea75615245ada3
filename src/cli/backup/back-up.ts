import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Config } from '#config/config.ts';
import { copyDatabase } from '#db/backup.ts';
import { checkDatabaseFile, UnusableDatabase } from '#db/migrate.ts';
import { tryLock } from '../../folder-lock.ts';
import { CommandFailed } from '../failure.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { say } from '../terminal/say.ts';
import { stampOf } from '../terminal/stamp.ts';
import { describeDatabase } from './describe-database.ts';
import {
  backupLockName,
  forgetGatheredPictures,
  gatheredPictures,
  gatherPictures,
  keepRemovedPictures,
} from './gather-pictures.ts';
import { databaseName, type FileFacts, factsOf, type Manifest, manifestName, pictureKinds } from './manifest.ts';
import { writeArchive } from './write-archive.ts';

/** Makes one file of database, pictures and secrets, beside a running service or without one (specification, backup). */
export async function backUp(config: Config, target: string | undefined): Promise<void> {
  if (checkDatabaseFile(config.databaseFile).isNew) {
    throw new UnusableDatabase(`there is no database at ${config.databaseFile} yet: check DATA_DIR`);
  }
  const file = fileFor(target, new Date());
  const lock = tryLock(config.folders.data, backupLockName);
  if (!lock) throw new CommandFailed(`another backup of ${config.folders.data} is being made: wait for it`);
  const gathered = join(config.folders.data, '.backup');
  const progress = createProgress();
  try {
    // A backup that was interrupted has left its own behind.
    clear(config, gathered);
    await gather(config, gathered, progress);
    const manifest = await describe(gathered, progress);
    await writeArchive(gathered, manifest.files, file, progress);
    progress.end();
    report(file, manifest);
  } finally {
    clear(config, gathered);
    lock.release();
  }
}

function clear(config: Config, gathered: string): void {
  rmSync(gathered, { recursive: true, force: true });
  forgetGatheredPictures(config.folders.images);
}

function fileFor(target: string | undefined, now: Date): string {
  const usualName = `gangway-backup-${stampOf(now)}.tar.gz`;
  const wanted = resolve(target ?? '.');
  return statSync(wanted, { throwIfNoEntry: false })?.isDirectory() ? join(wanted, usualName) : wanted;
}

/** Puts everything below one folder, under the paths it has in the archive. */
async function gather({ folders, databaseFile }: Config, gathered: string, progress: Progress): Promise<void> {
  mkdirSync(join(gathered, 'secrets'), { recursive: true, mode: 0o700 });
  mkdirSync(join(gathered, 'images'));
  keepRemovedPictures(folders.images);
  for (const kind of pictureKinds) symlinkSync(gatheredPictures(folders.images, kind), join(gathered, 'images', kind));
  await copyDatabase(databaseFile, join(gathered, databaseName), (done, total) =>
    progress.show('copying the database', done, total),
  );
  await gatherPictures(folders.images);
  for (const name of readdirSync(folders.secrets)) {
    copyFileSync(join(folders.secrets, name), join(gathered, 'secrets', name));
  }
}

/** Counts and hashes all that was gathered, and puts the manifest beside it. */
async function describe(folder: string, progress: Progress): Promise<Manifest> {
  const paths = [
    ...readdirSync(join(folder, 'secrets')).map((name) => `secrets/${name}`),
    databaseName,
    ...pictureKinds.flatMap((kind) =>
      readdirSync(join(folder, 'images', kind)).map((name) => `images/${kind}/${name}`),
    ),
  ];
  const files: FileFacts[] = [];
  for (const path of paths) {
    files.push(await factsOf(join(folder, path), path));
    progress.show('reading', files.length, paths.length);
  }
  const manifest = { ...describeDatabase(join(folder, databaseName)), createdAt: new Date().toISOString(), files };
  writeFileSync(join(folder, manifestName), JSON.stringify(manifest, null, 1), { mode: 0o600 });
  return manifest;
}

function report(file: string, { rows, files }: Manifest): void {
  const pictures = files.filter(({ path }) => path.startsWith('images/full/')).length;
  const megabytes = (statSync(file).size / 1_000_000).toFixed(2);
  say(`${file}: ${rows.users ?? 0} accounts, ${rows.events ?? 0} events, ${pictures} pictures, ${megabytes} MB`);
  say(`Keep ${basename(file)} safe: whoever has it can log in as anybody.`);
}
