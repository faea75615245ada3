import { statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { tryLock } from '#app/folder-lock.ts';
import { finishInterruptedRestore } from '#app/instance.ts';
import type { Config } from '#config/config.ts';
import { checkDatabaseFile, UnusableDatabase } from '#db/migrate.ts';
import { CommandFailed } from '../failure.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { say } from '../terminal/say.ts';
import { formatStamp } from '../terminal/stamp.ts';
import { describeDatabase } from './describe-database.ts';
import { backupLockName, clearGathered, type GatheredFile, gather, getGatheringFolder } from './gather.ts';
import { databaseName, type Manifest, manifestName, readFileFacts } from './manifest.ts';
import { writeArchive } from './write-archive.ts';

/** Makes one file of database, pictures and secrets, beside a running service or without one. */
export async function backUp(config: Config, target: string | undefined): Promise<void> {
  finishInterruptedRestore(config);
  if (checkDatabaseFile(config.databaseFile).isNew) {
    throw new UnusableDatabase(`there is no database at ${config.databaseFile} yet: check DATA_DIR`);
  }
  const file = fileFor(target, new Date());
  const lock = tryLock(config.folders.data, backupLockName);
  if (!lock) throw new CommandFailed(`another backup of ${config.folders.data} is being made: wait for it`);
  const progress = createProgress();
  try {
    // A backup that was interrupted has left its own behind.
    clearGathered(config.folders);
    const files = await gather(config, progress);
    const manifest = await describe(files, progress);
    await writeArchive(withManifest(getGatheringFolder(config.folders), files, manifest), file, progress);
    progress.end();
    report(file, manifest);
  } finally {
    progress.end();
    clearGathered(config.folders);
    lock.release();
  }
}

function fileFor(target: string | undefined, now: Date): string {
  const defaultName = `gangway-backup-${formatStamp(now)}.tar.gz`;
  const wanted = resolve(target ?? '.');
  return statSync(wanted, { throwIfNoEntry: false })?.isDirectory() ? join(wanted, defaultName) : wanted;
}

/** Reads everything once, for the manifest that comes first in the archive. */
async function describe(files: readonly GatheredFile[], progress: Progress): Promise<Manifest> {
  const facts = [];
  for (const { path, file } of files) {
    progress.show('reading', facts.length, files.length);
    facts.push(await readFileFacts(path, file));
  }
  const database = files.find(({ path }) => path === databaseName)?.file ?? '';
  return { ...describeDatabase(database), createdAt: new Date().toISOString(), files: facts };
}

/** The files to be archived with their sizes, the manifest first. */
function withManifest(folder: string, files: readonly GatheredFile[], manifest: Manifest) {
  const file = join(folder, manifestName);
  const text = JSON.stringify(manifest, null, 1);
  writeFileSync(file, text, { mode: 0o600 });
  const sizes = new Map(manifest.files.map(({ path, size }) => [path, size]));
  return [
    { path: manifestName, file, size: Buffer.byteLength(text) },
    ...files.map((one) => ({ ...one, size: sizes.get(one.path) ?? 0 })),
  ];
}

function report(file: string, { rows, files }: Manifest): void {
  const pictures = files.filter(({ path }) => path.startsWith('images/full/')).length;
  const megabytes = (statSync(file).size / 1_000_000).toFixed(2);
  say(`${file}: ${rows.users ?? 0} accounts, ${rows.events ?? 0} events, ${pictures} pictures, ${megabytes} MB`);
  say(`Keep ${basename(file)} safe: whoever has it can log in as anybody.`);
}
