import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Area } from '#contract/area.ts';
import type { Config } from '#config/config.ts';
import { type Context, type ContextParts, createContext } from '#context';
import { readInstallation, writeInstallation } from '#core/settings/index.ts';
import { checkDatabaseFile, migrate } from '#db/migrate.ts';
import { randomUUID } from 'node:crypto';

/** Another program holds the data folder, or it belongs to another kind of environment. */
export class BoxRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'BoxRefused';
  }
}

/** Holds the data folder for one running service; the lock ends with the process, however that ends. */
export interface FolderLock {
  release(): void;
}

/** Throws BoxRefused when a service is running on the folder. */
export function lockFolder(dataFolder: string): FolderLock {
  mkdirSync(dataFolder, { recursive: true, mode: 0o750 });
  const lock = new Sqlite(join(dataFolder, 'service.lock'), { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new BoxRefused(`a service is already running on ${dataFolder}`);
  }
  return { release: () => lock.close() };
}

/** Is a service running on the folder at this moment? */
export function isServing(dataFolder: string): boolean {
  if (!existsSync(join(dataFolder, 'service.lock'))) return false;
  try {
    lockFolder(dataFolder).release();
    return false;
  } catch (error) {
    if (error instanceof BoxRefused) return true;
    throw error;
  }
}

function makeFolders({ folders }: Config): void {
  for (const folder of [folders.data, folders.images, folders.seeds, folders.public, folders.incoming]) {
    mkdirSync(folder, { recursive: true, mode: 0o750 });
  }
}

/** A copy of the database as it was before its migration. */
function snapshot(context: Context): void {
  const folder = join(context.config.folders.data, 'snapshots');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `before-migration-${context.clock.now().toISOString().replace(/[:.]/g, '-')}.sqlite`);
  context.db.sqlite.prepare('VACUUM INTO ?').run(file);
  chmodSync(file, 0o600);
  context.log.info({ file }, 'a copy of the database was made before its migration');
}

/** Facts that are fixed when the database is made: its id and the environment it belongs to (decision 47). */
function markInstallation({ db, config }: Context): void {
  if (readInstallation(db, 'installationID') !== undefined) return;
  db.transaction(() => {
    writeInstallation(db, 'installationID', randomUUID());
    writeInstallation(db, 'environment', config.environment);
  });
}

function refuseTrialFolder({ db, config }: Context): void {
  const madeIn = readInstallation(db, 'environment');
  if (config.trial || (madeIn !== 'development' && madeIn !== 'testing')) return;
  throw new BoxRefused(
    `${config.folders.data} was made in ${madeIn} and holds accounts with well-known passwords: ` +
      'start with another DATA_DIR, or with --env ' + madeIn,
  );
}

/**
 * Opens the box of this configuration: folders, database brought up to date after a copy, marks checked. Throws
 * UnusableDatabase or BoxRefused with a sentence for the operator; the database is then as it was.
 */
export function openBox(config: Config, parts: ContextParts = {}): Context {
  makeFolders(config);
  const { pending, isNew } = checkDatabaseFile(config.databaseFile);
  const context = createContext(config, parts);
  try {
    if (pending > 0 && !isNew) snapshot(context);
    const applied = migrate(context.db);
    if (applied.length > 0) context.log.info({ applied }, 'the database was brought up to date');
    markInstallation(context);
    refuseTrialFolder(context);
  } catch (error) {
    context.db.close();
    throw error;
  }
  return context;
}

/** Lets each area make what must exist before the first call. Gives the lines that the operator must see. */
export async function prepareBox(context: Context, areas: readonly Area<Context>[]): Promise<string[]> {
  const lines: string[] = [];
  for (const area of areas) lines.push(...((await area.prepare?.(context)) ?? []));
  return lines;
}

