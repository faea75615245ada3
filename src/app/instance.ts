import { randomUUID } from 'node:crypto';
import { type Area, listAreas, setAreas } from '#area/area.ts';
import { type Context, type ContextParts, createContext } from '#area/context.ts';
import { type Config, isDevelopmentEnvironment } from '#config/config.ts';
import { hasSecrets, readSecrets, type Secrets } from '#config/secrets.ts';
import { readDatabaseFact, writeDatabaseFact } from '#core/settings/index.ts';
import { assertDatabaseExists, checkDatabaseFile, migrate } from '#db/migrate.ts';
import { type Database, openDatabase } from '#db/open.ts';
import { makeFolder, restrictToOwner } from '#platform/files/files.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';
import { createLog, type Log } from '#platform/observing/log.ts';
import { openLogFile } from '#platform/observing/log-file.ts';
import { InstanceUnavailable, lockInstance } from './instance-lock.ts';
import { finishRestore, hasUnfinishedRestore } from './restore-plan.ts';
import { snapshotDatabase } from './snapshot.ts';
import { openSecrets, renewSecrets } from './token-key.ts';

function makeFolders({ folders }: Config): void {
  for (const folder of [folders.data, folders.images, folders.seeds, folders.public, folders.incoming]) {
    makeFolder(folder);
  }
}

/** Files made earlier, by another program or by hand, get the same restricted permissions as new ones. */
function restrictPermissions({ folders, databaseFile }: Config): void {
  const files = ['', '-wal', '-shm'].map((ending) => `${databaseFile}${ending}`);
  for (const path of [folders.data, folders.images, folders.secrets, ...files]) restrictToOwner(path);
}

/** The database's id, set when it is created. */
function markInstallation(db: Database): void {
  if (readDatabaseFact(db, 'installationID') !== undefined) return;
  db.transaction((db) => writeDatabaseFact(db, 'installationID', randomUUID()));
}

/** The first start sets the kind of environment, since it creates the accounts; an import before it doesn't. */
function recordEnvironment({ db, config }: Context): void {
  if (readDatabaseFact(db, 'environment') !== undefined) return;
  db.transaction((db) => writeDatabaseFact(db, 'environment', config.environment));
}

/** Keeps accounts with well-known passwords out of production, in either direction (decision 47). */
function assertSameKindOfEnvironment(db: Database, config: Config): void {
  const madeIn = readDatabaseFact(db, 'environment');
  if (madeIn === undefined || isDevelopmentEnvironment(madeIn) === config.isDevelopment) return;
  const reason = config.isDevelopment
    ? `starting it in ${config.environment} would add accounts with well-known passwords`
    : 'it has accounts with well-known passwords';
  throw new InstanceUnavailable(
    `${config.folders.data} was made in ${madeIn}, and ${reason}: use another DATA_DIR, or --env ${madeIn}.`,
  );
}

/** A missing database must not look like a new ship, where all passengers would have to register again. */
function assertDatabaseNotLost({ folders, databaseFile }: Config): void {
  if (!hasSecrets(folders.secrets)) return;
  throw new InstanceUnavailable(
    `The database ${databaseFile} is missing or empty, but ${folders.secrets} holds the secrets of one: ` +
      'check DATABASE_URL and DATABASE_DB, or put a backup in place with `gangway restore`. ' +
      'To start over, move that folder away.',
  );
}

/** How opening an instance differs between a service and a command. */
interface OpeningSteps {
  /** Inspects an existing database before anything changes in it. */
  readonly check: (db: Database, config: Config) => void;
  readonly openSecrets: (db: Database, config: Config) => Secrets;
}

function openInSteps(config: Config, areas: readonly Area[], parts: ContextParts, opening: OpeningSteps): Context {
  const log = parts.log ?? createLog(config.logLevel, config.isDevelopment ? 'readable' : 'json');
  makeFolders(config);
  restrictPermissions(config);
  if (finishRestore(config.folders.data)) log.warn('an interrupted restore was completed');
  const state = checkDatabaseFile(config.databaseFile);
  if (state.isNew) assertDatabaseNotLost(config);
  let opened: Context | undefined;
  const db = openDatabase(config.databaseFile, (error) => reportEffectError(error, log, opened));
  try {
    if (!state.isNew) opening.check(db, config);
    migrateAndRecord(db, config, state, log);
    markInstallation(db);
    const context = createContext({ config, db, secrets: opening.openSecrets(db, config), log }, parts);
    setAreas(context, areas);
    opened = context;
    return context;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whatever hits a full disk first, the operator sees the same line. */
function reportEffectError(error: unknown, log: Log, context: Context | undefined): void {
  const trouble = findMachineTrouble(error);
  if (trouble && context) context.conditions.begin(trouble.state, trouble.sentence);
  else
    log.error({ stack: error instanceof Error ? error.stack : String(error) }, 'a follow-up to a stored change failed');
}

function migrateAndRecord(
  db: Database,
  { folders }: Config,
  { pending, isNew }: ReturnType<typeof checkDatabaseFile>,
  log: Log,
): void {
  if (pending > 0 && !isNew) {
    const file = snapshotDatabase(db, folders.data);
    log.info({ file }, 'copied the database before migrating it');
  }
  const applied = migrate(db);
  if (applied.length > 0) log.info({ applied }, 'migrated the database');
}

/**
 * Opens the instance of this configuration: creates folders, and migrates the database after copying it. Throws
 * UnusableDatabase or InstanceUnavailable with a sentence for the operator and leaves the database unchanged. The
 * caller holds the lock when migrations are pending.
 */
export function openInstance(config: Config, areas: readonly Area[], parts: ContextParts = {}): Context {
  return openInSteps(config, areas, parts, { check: () => {}, openSecrets });
}

/**
 * Like `openInstance`, for a service: also rejects a folder made in another kind of environment. A new token key ends
 * all logins.
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
    openLogFile(config.folders.data),
  );
  return openInSteps(config, areas, { log }, opening);
}

/**
 * Opens the instance for reading, with or without a running service: creates, migrates and closes nothing. Throws
 * UnusableDatabase if there is no database, InstanceUnavailable if something would have to change first.
 */
export function openInstanceToRead(
  config: Config,
  areas: readonly Area[],
  parts: ContextParts & Pick<Context, 'log'>,
): Context {
  const { folders, databaseFile } = config;
  if (hasUnfinishedRestore(folders.data))
    throw new InstanceUnavailable('A restore was interrupted: start the service to complete it.');
  assertDatabaseExists(databaseFile);
  if (checkDatabaseFile(databaseFile).pending > 0)
    throw new InstanceUnavailable('The database is from an older version: restart the service to migrate it.');
  const secrets = readSecrets(folders.secrets);
  if (!secrets)
    throw new InstanceUnavailable(
      `The token key in ${folders.secrets} is missing: start the service, which explains what to do.`,
    );
  const db = openDatabase(databaseFile);
  try {
    const context = createContext({ config, db, secrets, log: parts.log }, parts);
    setAreas(context, areas);
    return context;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Completes an interrupted restore, if there is one. Throws InstanceUnavailable if a service is running. */
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
 * Lets each area create what must exist before the first call. Lines for the operator are shown as soon as the data is
 * stored: a failure of the next area must not lose a password that is shown only once.
 */
export async function prepareInstance(context: Context, show: (line: string) => void = () => {}): Promise<void> {
  recordEnvironment(context);
  for (const { prepare } of listAreas(context)) for (const line of (await prepare?.(context)) ?? []) show(line);
}
