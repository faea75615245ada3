import { existsSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '#config/config.ts';
import { formatBytes } from '#core/machine/index.ts';
import { assertDatabaseExists } from '#db/migrate.ts';
import { isDiskFull } from '#platform/machine/machine-trouble.ts';
import type { Progress } from '#platform/observing/progress.ts';
import { runAsOwner } from '#platform/processes/owner.ts';
import { finishInterruptedRestore } from '../instance.ts';
import { BackupFailed } from './backup-failed.ts';
import { type GatheredFile, gather } from './gather.ts';
import { databaseName, describeDatabase, hashFile, type Manifest, manifestName } from './manifest.ts';
import { listUploadKinds } from './upload-kinds.ts';
import { openWorkspace } from './workspace.ts';
import { type ArchiveEntry, writeArchive } from './write-archive.ts';

/** What a backup is made from. */
export interface BackupContent {
  /** Leave uploaded clips out. */
  readonly withoutClips: boolean;
  readonly now: Date;
}

/** A backup that was made: its manifest and its size in bytes. */
export interface MadeBackup {
  readonly manifest: Manifest;
  readonly bytes: number;
}

/**
 * Makes one file of database, pictures, clips and secrets, with or without a running service, even if a disk is full or
 * read-only. `afterwards` may use the file, and the folder next to it as scratch space. Throws BackupFailed while
 * another backup is being made, and for a full disk, which the message names.
 */
export async function makeBackup<Result>(
  config: Config,
  file: string,
  { withoutClips, now }: BackupContent,
  progress: Progress,
  afterwards: (made: MadeBackup, folder: string) => Result | Promise<Result>,
): Promise<Result> {
  runAsOwner(config.folders.data, () => finishInterruptedRestore(config));
  // Checked before the workspace creates the folder of a mistyped DATA_DIR.
  if (!existsSync(config.databaseFile)) assertDatabaseExists(config.databaseFile);
  const workspace = openWorkspace(config.folders, file);
  try {
    const files = await gather(config, workspace.folder, listUploadKinds({ withoutClips }), progress);
    const manifest = { ...(await buildManifest(files, now, progress)), ...(withoutClips && { withoutClips }) };
    await writeArchive(addManifest(workspace.folder, files, manifest), file, progress);
    return await afterwards({ manifest, bytes: statSync(file).size }, workspace.folder);
  } catch (error) {
    throw explainFullDisk(error, dirname(file));
  } finally {
    workspace.close();
  }
}

/** A backup writes everything to the disk of its file, so that is the full one. */
export function explainFullDisk(error: unknown, folder: string): unknown {
  if (!isDiskFull(error)) return error;
  const { bavail, bsize } = statfsSync(folder);
  return new BackupFailed(
    `The disk of ${folder} is full, with ${formatBytes(bavail * bsize)} left after cleaning up: ` +
      'free some space, or choose a folder on another disk.',
  );
}

/** Reads everything once for the manifest, which comes first in the archive. */
async function buildManifest(files: readonly GatheredFile[], now: Date, progress: Progress): Promise<Manifest> {
  const facts = [];
  for (const { path, file } of files) {
    progress.show('reading', facts.length, files.length);
    facts.push(await hashFile(path, file));
  }
  const database = files.find(({ path }) => path === databaseName)?.file ?? '';
  return { ...describeDatabase(database), createdAt: now.toISOString(), files: facts };
}

/** The files to archive with their sizes, the manifest first. */
function addManifest(folder: string, files: readonly GatheredFile[], manifest: Manifest): ArchiveEntry[] {
  const file = join(folder, manifestName);
  const text = JSON.stringify(manifest, null, 1);
  writeFileSync(file, text, { mode: 0o600 });
  const sizes = new Map(manifest.files.map(({ path, size }) => [path, size]));
  return [
    { path: manifestName, file, size: Buffer.byteLength(text) },
    ...files.map(({ path, file }) => ({ path, file, size: sizes.get(path) ?? 0 })),
  ];
}
