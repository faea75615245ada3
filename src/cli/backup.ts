import { statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { finishInterruptedRestore } from '#app/instance.ts';
import type { Config } from '#config/config.ts';
import { clearGathered, type GatheredFile, gather, getGatheringFolder, lockBackup } from './backup/gather.ts';
import {
  databaseName,
  describeContent,
  describeDatabase,
  type Manifest,
  manifestName,
  readFileFacts,
} from './backup/manifest.ts';
import { type Source, writeArchive } from './backup/write-archive.ts';
import { CommandFailed } from './failure.ts';
import { createProgress, formatStamp, type Progress, say } from './terminal.ts';
import { assertDatabaseExists } from './with-instance.ts';

/** Makes one file of database, pictures and secrets, beside a running service or without one. */
export async function backUp(config: Config, target: string | undefined): Promise<void> {
  finishInterruptedRestore(config);
  assertDatabaseExists(config);
  const file = chooseFile(target, new Date());
  const lock = lockBackup(config.folders);
  if (!lock) throw new CommandFailed(`Another backup of ${config.folders.data} is being made: wait for it.`);
  const progress = createProgress();
  try {
    // A backup that was interrupted has left its own behind.
    clearGathered(config.folders);
    const files = await gather(config, progress);
    const manifest = await buildManifest(files, progress);
    await writeArchive(addManifest(getGatheringFolder(config.folders), files, manifest), file, progress);
    progress.end();
    report(file, manifest);
  } finally {
    progress.end();
    clearGathered(config.folders);
    lock.release();
  }
}

function chooseFile(target: string | undefined, now: Date): string {
  const defaultName = `gangway-backup-${formatStamp(now)}.tar.gz`;
  const path = resolve(target ?? '.');
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, defaultName) : path;
}

/** Reads everything once, for the manifest that comes first in the archive. */
async function buildManifest(files: readonly GatheredFile[], progress: Progress): Promise<Manifest> {
  const facts = [];
  for (const { path, file } of files) {
    progress.show('reading', facts.length, files.length);
    facts.push(await readFileFacts(path, file));
  }
  const database = files.find(({ path }) => path === databaseName)?.file ?? '';
  return { ...describeDatabase(database), createdAt: new Date().toISOString(), files: facts };
}

/** The files to be archived with their sizes, the manifest first. */
function addManifest(folder: string, files: readonly GatheredFile[], manifest: Manifest): Source[] {
  const file = join(folder, manifestName);
  const text = JSON.stringify(manifest, null, 1);
  writeFileSync(file, text, { mode: 0o600 });
  const sizes = new Map(manifest.files.map(({ path, size }) => [path, size]));
  return [
    { path: manifestName, file, size: Buffer.byteLength(text) },
    ...files.map(({ path, file }) => ({ path, file, size: sizes.get(path) ?? 0 })),
  ];
}

function report(file: string, manifest: Manifest): void {
  const megabytes = (statSync(file).size / 1_000_000).toFixed(2);
  say(`${file}: ${describeContent(manifest)}, ${megabytes} MB`);
  say(`Keep ${basename(file)} safe: whoever has it can log in as anybody.`);
}
