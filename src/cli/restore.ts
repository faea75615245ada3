import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { lockInstance } from '#app/instance-lock.ts';
import { finishRestore, replaceAll } from '#app/restore-plan.ts';
import { findDatabaseDamage } from '#app/verify.ts';
import { type Config, isDevelopmentEnvironment } from '#config/config.ts';
import { checkDatabaseFile, listEmbeddedMigrations } from '#db/migrate.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { version } from '#platform/version.ts';
import { databaseName, describeContent, type Manifest } from './backup/manifest.ts';
import { CommandFailed } from './failure.ts';
import { createStaging, type Staging } from './restore/staging.ts';
import { unpack } from './restore/unpack.ts';
import { createProgress, formatStamp, type Progress, say } from './terminal.ts';

/**
 * Puts a backup in place of what is there, which is kept aside. All of it is unpacked and checked first; until then
 * nothing is touched, and from then on a crash is made good by the next start (see `replaceAll`).
 */
export async function restore(config: Config, file: string): Promise<void> {
  // Before the lock makes the folder of a mistyped DATA_DIR.
  statSync(file);
  mkdirSync(dirname(config.databaseFile), { recursive: true, mode: 0o700 });
  const lock = lockInstance(config);
  const progress = createProgress();
  try {
    assertOwner(config.folders.data);
    finishRestore(config.folders.data);
    mkdirSync(config.folders.images, { recursive: true, mode: 0o700 });
    const staging = createStaging(config, formatStamp(new Date()));
    const manifest = await unpackChecked(config, file, staging, progress);
    staging.sync();
    replaceAll(config.folders.data, staging.replacements(manifest));
    staging.remove();
    progress.end();
    report(manifest, staging);
  } finally {
    progress.end();
    lock.release();
  }
}

/** What root unpacks the user of the service could not read. */
function assertOwner(dataFolder: string): void {
  const { uid } = statSync(dataFolder);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new CommandFailed(`${dataFolder} belongs to user ${uid}: run this as that user, with sudo -u '#${uid}'.`);
}

async function unpackChecked(config: Config, file: string, staging: Staging, progress: Progress): Promise<Manifest> {
  try {
    const manifest = await unpack(file, staging, (manifest) => assertFits(config, manifest), progress);
    progress.announce('checking the database');
    assertSoundDatabase(staging.databaseFile, manifest);
    return manifest;
  } catch (error) {
    staging.remove();
    if (isTroubleOfThisMachine(error)) throw error;
    const complaint = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(`${file} cannot be restored. ${complaint} Nothing was changed.`);
  }
}

/** A full disk, a missing permission: not the fault of the file. */
const isTroubleOfThisMachine = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function assertFits(config: Config, { schema, version: maker, environment }: Manifest): void {
  const known = listEmbeddedMigrations().length;
  if (schema > known) {
    throw new CommandFailed(`It was made by version ${maker}, which is newer than this one (${version}).`);
  }
  if (environment !== undefined && isDevelopmentEnvironment(environment) !== config.isDevelopment) {
    throw new CommandFailed(`It was made in ${environment}: use --env ${environment}.`);
  }
}

/** Throws when an unpacked database is damaged, is none of ours, or is not the one its manifest speaks of. */
function assertSoundDatabase(file: string, { schema }: Manifest): void {
  const { pending, isNew } = checkDatabaseFile(file);
  if (isNew || listEmbeddedMigrations().length - pending !== schema) {
    throw new UnreadableFile(`Its ${databaseName} is not the one its manifest speaks of.`);
  }
  const sqlite = new Sqlite(file);
  try {
    const [first] = findDatabaseDamage(sqlite);
    if (first) throw new UnreadableFile(`Its ${databaseName} is damaged: ${first.what} is ${first.stored}.`);
  } finally {
    sqlite.close();
  }
}

function report(manifest: Manifest, { asideFolders }: Staging): void {
  say(`restored the backup of ${manifest.createdAt}, made by version ${manifest.version}`);
  say(describeContent(manifest));
  if (manifest.withoutClips) say('uploaded clips are not in it: those that were here are here still');
  const kept = asideFolders.filter((folder) => existsSync(folder));
  if (kept.length > 0) say(`what was there before is kept in ${kept.join(' and ')}: delete it when all is well`);
}
