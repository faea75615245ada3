import { randomUUID } from 'node:crypto';
import { type Area, joinAreas, listAreas } from '#area/area.ts';
import { type Context, type ContextParts, createContext } from '#area/context.ts';
import { type Config, isDevelopmentEnvironment } from '#config/config.ts';
import { hasSecrets, readSecrets, type Secrets } from '#config/secrets.ts';
import { readInstallation, writeInstallation } from '#core/settings/index.ts';
import { assertDatabaseExists, checkDatabaseFile, migrate } from '#db/migrate.ts';
import { type Database, openDatabase } from '#db/open.ts';
import { makeFolder, restrictToOwner } from '#platform/files/files.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';
import { keepLog } from '#platform/observing/kept-log.ts';
import { createLog, type Log } from '#platform/observing/log.ts';
import { InstanceUnavailable, lockInstance } from './instance-lock.ts';
import { finishRestore, hasUnfinishedRestore } from './restore-plan.ts';
import { snapshotDatabase } from './snapshot.ts';
import { openSecrets, renewSecrets } from './token-key.ts';

function makeFolders({ folders }: Config): void {
  for (const folder of [folders.data, folders.images, folders.seeds, folders.public, folders.incoming]) {
    makeFolder(folder);
  }
}

/** What was made before, by another program or by hand, is no more for others to read than what is made from now on. */
function closeToOthers({ folders, databaseFile }: Config): void {
  const files = ['', '-wal', '-shm'].map((ending) => `${databaseFile}${ending}`);
  for (const path of [folders.data, folders.images, folders.secrets, ...files]) restrictToOwner(path);
}

/** The database's id, fixed when it is made. */
function markInstallation(db: Database): void {
  if (readInstallation(db, 'installationID') !== undefined) return;
  db.transaction((db) => writeInstallation(db, 'installationID', randomUUID()));
}

/** The first start fixes the kind of environment, since it makes the accounts; an import before it does not. */
function markEnvironment({ db, config }: Context): void {
  if (readInstallation(db, 'environment') !== undefined) return;
  db.transaction((db) => writeInstallation(db, 'environment', config.environment));
}

/** Accounts with well-known passwords stay out of production, whichever way round (decision 47). */
function assertSameKindOfEnvironment(db: Database, config: Config): void {
  const madeIn = readInstallation(db, 'environment');
  if (madeIn === undefined || isDevelopmentEnvironment(madeIn) === config.isDevelopment) return;
  const reason = config.isDevelopment
    ? `starting it in ${config.environment} would add accounts with well-known passwords`
    : 'it holds accounts with well-known passwords';
  throw new InstanceUnavailable(
    `${config.folders.data} was made in ${madeIn}, and ${reason}: use another DATA_DIR, or --env ${madeIn}.`,
  );
}

/** A database that is gone must not look like a new ship, whose passengers all have to register again. */
function assertNotLost({ folders, databaseFile }: Config): void {
  if (!hasSecrets(folders.secrets)) return;
  throw new InstanceUnavailable(
    `The database ${databaseFile} is missing or empty, but ${folders.secrets} holds the secrets of one: ` +
      'check DATABASE_URL and DATABASE_DB, or put a backup in place with `gangway restore`. ' +
      'To begin anew, move that folder away.',
  );
}

/** How an instance is opened where a service and a command differ. */
interface Opening {
  /** Looks at a database that is not new before anything changes in it. */
  readonly check: (db: Database, config: Config) => void;
  readonly openSecrets: (db: Database, config: Config) => Secrets;
}

function openWith(config: Config, areas: readonly Area[], parts: ContextParts, opening: Opening): Context {
  const log = parts.log ?? createLog(config.logLevel, config.isDevelopment ? 'readable' : 'json');
  makeFolders(config);
  closeToOthers(config);
  if (finishRestore(config.folders.data)) log.warn('a restore that had been interrupted was finished');
  const state = checkDatabaseFile(config.databaseFile);
  if (state.isNew) assertNotLost(config);
  let opened: Context | undefined;
  const db = openDatabase(config.databaseFile, (error) => reportEffectError(error, log, opened));
  try {
    if (!state.isNew) opening.check(db, config);
    bringUpToDate(db, config, state, log);
    markInstallation(db);
    const context = createContext({ config, db, secrets: opening.openSecrets(db, config), log }, parts);
    joinAreas(context, areas);
    opened = context;
    return context;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Of a full disk there is one line, whatever meets it. */
function reportEffectError(error: unknown, log: Log, context: Context | undefined): void {
  const trouble = findMachineTrouble(error);
  if (trouble && context) context.conditions.begin(trouble.state, trouble.sentence);
  else
    log.error(
      { stack: error instanceof Error ? error.stack : String(error) },
      'what should follow a stored change failed',
    );
}

function bringUpToDate(
  db: Database,
  { folders }: Config,
  { pending, isNew }: ReturnType<typeof checkDatabaseFile>,
  log: Log,
): void {
  if (pending > 0 && !isNew) {
    const file = snapshotDatabase(db, folders.data);
    log.info({ file }, 'a copy of the database was made before its migration');
  }
  const applied = migrate(db);
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date');
}

/**
 * Opens the instance of this configuration: folders, database brought up to date after a copy. Throws UnusableDatabase or
 * InstanceUnavailable with a sentence for the operator; the database is then as it was. The caller holds the lock when
 * migrations are pending.
 */
export function openInstance(config: Config, areas: readonly Area[], parts: ContextParts = {}): Context {
  return openWith(config, areas, parts, { check: () => {}, openSecrets });
}

/**
 * As `openInstance`, for a service: rejects a folder made in another kind of environment too. A new token key ends all
 * logins.
 */
export function openInstanceToServe(
  config: Config,
  areas: readonly Area[],
  { newTokenKey }: { readonly newTokenKey: boolean },
): Context {
  const opening = { check: assertSameKindOfEnvironment, openSecrets: newTokenKey ? renewSecrets : openSecrets };
  const log = createLog(
    config.logLevel,
    config.isDevelopment ? 'readable' : 'json',
    'stdout',
    keepLog(config.folders.data),
  );
  return openWith(config, areas, { log }, opening);
}

/**
 * Opens the instance to look at it, next to a service or without one: makes, migrates and closes nothing. Throws
 * UnusableDatabase where there is no database, InstanceUnavailable where something would have to be changed first.
 */
export function openInstanceToRead(
  config: Config,
  areas: readonly Area[],
  parts: ContextParts & Pick<Context, 'log'>,
): Context {
  const { folders, databaseFile } = config;
  if (hasUnfinishedRestore(folders.data))
    throw new InstanceUnavailable('A restore was interrupted: start the service, which finishes it.');
  assertDatabaseExists(databaseFile);
  if (checkDatabaseFile(databaseFile).pending > 0)
    throw new InstanceUnavailable(
      'The database is of an older version: restart the service, which brings it up to date.',
    );
  const secrets = readSecrets(folders.secrets);
  if (!secrets)
    throw new InstanceUnavailable(
      `The token key in ${folders.secrets} is missing: start the service, which says what to do.`,
    );
  const db = openDatabase(databaseFile);
  try {
    const context = createContext({ config, db, secrets, log: parts.log }, parts);
    joinAreas(context, areas);
    return context;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Carries a restore that was interrupted to its end, if there is one. Throws InstanceUnavailable next to a running service. */
export function finishInterruptedRestore(config: Config): void {
  if (!hasUnfinishedRestore(config.folders.data)) return;
  const lock = lockInstance(config);
  try {
    finishRestore(config.folders.data);
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
