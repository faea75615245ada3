import type { ReadStream } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Config } from '#config/config.ts';
import { checkDatabaseFile, listEmbeddedMigrations } from '#db/migrate.ts';
import { makeFolder } from '#platform/files/files.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { isDiskFull } from '#platform/machine/machine-trouble.ts';
import { version } from '#platform/machine/version.ts';
import type { Progress } from '#platform/observing/progress.ts';
import { replaceAll } from '../restore-plan.ts';
import { findDatabaseDamage } from '../verify.ts';
import { BackupFailed } from './backup-failed.ts';
import { databaseName, type Manifest } from './manifest.ts';
import { createStaging, type Staging } from './staging.ts';
import { unpack } from './unpack.ts';

/** What was restored, and the folders that now hold the old content. */
export interface Restored {
  readonly manifest: Manifest;
  readonly asideFolders: readonly string[];
}

/** Where a backup is restored to. */
export type RestoreTarget = Pick<Config, 'folders' | 'databaseFile'>;

/**
 * Replaces the current content with a backup and moves the old content to folders named after the stamp. First unpacks
 * and checks all of it, the manifest with `assertFits`, and touches nothing before. After that, the next start recovers
 * from a crash (see `replaceAll`). The caller holds the lock of the place. Throws BackupFailed for a file that can't be
 * restored.
 */
export async function restoreBackup(
  place: RestoreTarget,
  source: ReadStream,
  { stamp, assertFits }: { readonly stamp: string; readonly assertFits: (manifest: Manifest) => void },
  progress: Progress,
): Promise<Restored> {
  for (const folder of [dirname(place.databaseFile), place.folders.images]) makeFolder(folder);
  const staging = createStaging(place, stamp);
  const manifest = await unpackAndCheck(source, staging, assertFits, progress);
  staging.sync();
  replaceAll(place.folders.data, staging.replacements(manifest));
  staging.remove();
  return { manifest, asideFolders: staging.asideFolders };
}

async function unpackAndCheck(
  source: ReadStream,
  staging: Staging,
  assertFits: (manifest: Manifest) => void,
  progress: Progress,
): Promise<Manifest> {
  try {
    const manifest = await unpack(
      source,
      staging,
      (manifest) => {
        assertNotNewer(manifest);
        assertFits(manifest);
      },
      progress,
    );
    progress.announce('checking the database');
    assertSoundDatabase(staging.databaseFile, manifest);
    return manifest;
  } catch (error) {
    staging.remove();
    if (isLocalFailure(error)) throw error;
    const complaint = error instanceof Error ? error.message : String(error);
    throw new BackupFailed(`${source.path} can't be restored. ${complaint}`);
  }
}

/** A full disk or a missing permission isn't the file's fault. */
const isLocalFailure = (error: unknown): boolean => isDiskFull(error) || (error instanceof Error && 'syscall' in error);

function assertNotNewer({ schema, version: maker }: Manifest): void {
  if (schema <= listEmbeddedMigrations().length) return;
  throw new BackupFailed(`It was made by version ${maker}, which is newer than this one (${version}).`);
}

/** Throws when an unpacked database is damaged, wasn't made by this program or isn't the one in its manifest. */
function assertSoundDatabase(file: string, { schema }: Manifest): void {
  const { pending, isNew } = checkDatabaseFile(file);
  if (isNew || listEmbeddedMigrations().length - pending !== schema) {
    throw new UnreadableFile(`Its ${databaseName} doesn't match its manifest.`);
  }
  const damage = describeDamage(file);
  if (damage !== undefined) throw new UnreadableFile(`Its ${databaseName} is damaged: ${damage}.`);
}

function describeDamage(file: string): string | undefined {
  const sqlite = new Sqlite(file);
  try {
    const [first] = findDatabaseDamage(sqlite);
    return first && `${first.what} is ${first.stored}`;
  } catch (error) {
    // Damage can also make the search for it fail.
    if (error instanceof Sqlite.SqliteError && !isDiskFull(error)) return error.message;
    throw error;
  } finally {
    sqlite.close();
  }
}
