import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Area, joinAreas, listAreas } from '#area/area.ts';
import { type Context, type ContextParts, createContext } from '#area/context.ts';
import { type Config, isDevelopmentEnvironment } from '#config/config.ts';
import { readInstallation, writeInstallation } from '#core/settings/index.ts';
import { checkDatabaseFile, migrate } from '#db/migrate.ts';
import { syncToDisk } from '#platform/files.ts';
import { type FolderLock, tryLock } from './folder-lock.ts';
import { finishRestore, hasUnfinishedRestore } from './restore-plan.ts';

/** Another program holds the data folder, or it belongs to another kind of environment. */
export class InstanceUnavailable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'InstanceUnavailable';
  }
}

/** Holds the data folder. Throws InstanceUnavailable when a service is running on it, or a command that needs it alone. */
export function lockDataFolder(dataFolder: string): FolderLock {
  const lock = tryLock(dataFolder, 'service.lock');
  if (lock) return lock;
  throw new InstanceUnavailable(
    `A service is already running on ${dataFolder}: stop it first, or use another DATA_DIR.`,
  );
}

function makeFolders({ folders }: Config): void {
  for (const folder of [folders.data, folders.images, folders.seeds, folders.public, folders.incoming]) {
    mkdirSync(folder, { recursive: true, mode: 0o750 });
  }
}

/** A copy of the database as it was before its migration. */
function snapshotDatabase(context: Context): void {
  const folder = join(context.config.folders.data, 'snapshots');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `before-migration-${context.clock.now().toISOString().replace(/[:.]/g, '-')}.sqlite`);
  context.db.sqlite.prepare('VACUUM INTO ?').run(file);
  chmodSync(file, 0o600);
  syncToDisk(file);
  context.log.info({ file }, 'a copy of the database was made before its migration');
}

/** The database's id, fixed when it is made. */
function markInstallation({ db }: Context): void {
  if (readInstallation(db, 'installationID') !== undefined) return;
  db.transaction((db) => writeInstallation(db, 'installationID', randomUUID()));
}

/** The first start fixes the kind of environment, since it makes the accounts; an import before it does not. */
function markEnvironment({ db, config }: Context): void {
  if (readInstallation(db, 'environment') !== undefined) return;
  db.transaction((db) => writeInstallation(db, 'environment', config.environment));
}

/** Accounts with well-known passwords stay out of production, whichever way round (decision 47). */
function assertSameKindOfEnvironment({ db, config }: Context): void {
  const madeIn = readInstallation(db, 'environment');
  if (madeIn === undefined || isDevelopmentEnvironment(madeIn) === config.isDevelopment) return;
  const reason = config.isDevelopment
    ? `starting it in ${config.environment} would add accounts with well-known passwords`
    : 'it holds accounts with well-known passwords';
  throw new InstanceUnavailable(
    `${config.folders.data} was made in ${madeIn}, and ${reason}: use another DATA_DIR, or --env ${madeIn}.`,
  );
}

function openChecked(
  config: Config,
  areas: readonly Area[],
  parts: ContextParts,
  check: (context: Context) => void,
): Context {
  makeFolders(config);
  const restored = finishRestore(config.folders.data);
  const { pending, isNew } = checkDatabaseFile(config.databaseFile);
  const context = createContext(config, parts);
  joinAreas(context, areas);
  try {
    if (restored) context.log.warn('a restore that had been interrupted was finished');
    if (!isNew) check(context);
    if (pending > 0 && !isNew) snapshotDatabase(context);
    const applied = migrate(context.db);
    if (applied.length > 0) context.log.info({ applied }, 'the database was brought up to date');
    markInstallation(context);
  } catch (error) {
    context.db.close();
    throw error;
  }
  return context;
}

/**
 * Opens the instance of this configuration: folders, database brought up to date after a copy. Throws UnusableDatabase with
 * a sentence for the operator; the database is then as it was. The caller holds the lock when migrations are pending.
 */
export function openInstance(config: Config, areas: readonly Area[], parts: ContextParts = {}): Context {
  return openChecked(config, areas, parts, () => {});
}

/** As `openInstance`, for a service; throws InstanceUnavailable for a folder made in another kind of environment. */
export function openInstanceToServe(config: Config, areas: readonly Area[]): Context {
  return openChecked(config, areas, {}, assertSameKindOfEnvironment);
}

/** Carries a restore that was interrupted to its end, if there is one. Throws InstanceUnavailable beside a running service. */
export function finishInterruptedRestore({ folders }: Config): void {
  if (!hasUnfinishedRestore(folders.data)) return;
  const lock = lockDataFolder(folders.data);
  try {
    finishRestore(folders.data);
  } finally {
    lock.release();
  }
}

/**
 * Lets each area make what must exist before the first call. Lines that the operator must see are shown as soon as what
 * they tell of is stored: a password that is shown once must not be lost to a failure of the next area.
 */
export async function prepareInstance(context: Context, show: (line: string) => void = () => {}): Promise<void> {
  markEnvironment(context);
  for (const { prepare } of listAreas(context)) for (const line of (await prepare?.(context)) ?? []) show(line);
}
