import { once } from 'node:events';
import { accessSync, constants, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createSecureContext } from 'node:tls';
import { isNotNull } from 'drizzle-orm';
import { areas } from '#app/areas.ts';
import { clearInterruptedBackup } from '#app/backup/workspace.ts';
import { openInstanceToServe, prepareInstance } from '#app/instance.ts';
import { InstanceUnavailable, lockInstance } from '#app/instance-lock.ts';
import { processCommandMessages } from '#app/jobs.ts';
import { listDialectNames, recordRunState, setRunAddress, startRunState } from '#app/run-state.ts';
import { type App, startApp } from '#app/start-app.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { InvalidSetting, isLoopback } from '#config/env.ts';
import { listSettingWarnings } from '#config/setting-warnings.ts';
import { findShipAddress, listAddressesForPhones } from '#config/ship-address.ts';
import { readDatabaseFact } from '#core/settings/index.ts';
import { users } from '#core/users/tables.ts';
import { reloadSignals } from '#platform/machine/operating-system.ts';
import { explainUnsuitableProcessor } from '#platform/machine/system-requirements.ts';
import { version } from '#platform/machine/version.ts';
import { endProcess } from '#platform/processes/end-process.ts';
import { onStopSignals } from '#platform/processes/stop-signals.ts';
import { findReasonNotToServe, findReasonOfSpare } from '#spare/assert-may-serve.ts';
import { exitCodes } from './failure.ts';
import { say } from './terminal.ts';

/** Command-line options in addition to the configuration. */
export interface ServeOptions {
  /** Whether to listen on the network despite well-known passwords. */
  readonly force: boolean;
  /** Whether to create a new token key, which ends all logins. */
  readonly newTokenKey: boolean;
  /**
   * Called before the first request is answered, by a machine that takes over and has made sure that no other machine
   * serves.
   */
  readonly commitPromotion?: () => void;
}

/**
 * Starts the service, which runs until a signal stops it; returns once it serves. Throws with a sentence for the
 * operator when it can't start.
 */
export async function serveUntilStopped(config: Config, options: ServeOptions): Promise<Context> {
  const starting: Promise<Service> = startService(config, options, () => stopAfterReplacement(starting));
  listenToSignals(starting);
  const { context, url, isFirstStart } = await starting;
  handleUncaughtDefects(context);
  if (!process.stdout.isTTY) return context;
  if (isFirstStart) say(formatWelcome(context, url));
  say(await formatAddress(findShipAddress(context.config, url)));
  return context;
}

interface Service {
  readonly url: string;
  readonly context: Context;
  /** Whether no service has run on this data folder before. */
  readonly isFirstStart: boolean;
  /** Closes the sockets, lets requests finish for some seconds, and closes the database. */
  stop(reason: string): Promise<void>;
  /** Reloads the TLS files for new connections, and the dialect files for new calls. */
  rereadFiles(): void;
}

async function startService(
  config: Config,
  { force, newTokenKey, commitPromotion }: ServeOptions,
  onReplaced: () => void,
): Promise<Service> {
  assertUsableSettings(config, force);
  if (!commitPromotion) throwIfReason(findReasonOfSpare(config));
  const lock = lockInstance(config);
  clearInterruptedBackup(config.folders);
  const context = openInstanceToServe(config, areas, { newTokenKey });
  const { log, db, jobs } = context;
  log.info({ version, pid: process.pid }, 'starting');
  await startRunState(context);
  if (newTokenKey) log.warn('created a new token key; all sessions have ended');
  if (config.unneededVariables.length > 0) {
    log.info(`ignoring variables that the embedded database doesn't need: ${config.unneededVariables.join(', ')}`);
  }
  if (!commitPromotion) throwIfReason(await findReasonNotToServe(config, db));
  const isFirstStart = readDatabaseFact(db, 'environment') === undefined;
  for (const { sentence } of listSettingWarnings(config)) log.warn(sentence);
  const unsuitable = explainUnsuitableProcessor();
  if (unsuitable !== undefined) context.conditions.begin('processor', unsuitable, { untilEnded: true });
  const prepare = async () => {
    await prepareInstance(context, say);
    commitPromotion?.();
  };
  const app = await startApp(context, {}, prepare, onReplaced);
  processCommandMessages(context);
  setRunAddress(context, app.url);
  await recordRunState(context);
  jobs.start();
  const phones = listAddressesForPhones(config, app.url).join(', ');
  const reach = phones === '' ? 'for this machine only' : `for phones at ${phones}`;
  log.info({ environment: config.environment, data: config.folders.data }, `ready at ${app.url} and ${reach}`);
  return {
    url: app.url,
    context,
    isFirstStart,
    async stop(reason) {
      log.info({ reason }, 'shutting down');
      await app.close();
      await recordRunState(context, { endedAt: context.clock.now() });
      db.close();
      lock.release();
      log.info('shut down cleanly');
    },
    rereadFiles() {
      rereadCertificate(config, app, context);
      rereadDialects(app, context);
    },
  };
}

/** Throws if this machine couldn't serve because a setting is wrong or the port is taken. */
export async function assertCanServe(config: Config, { force }: ServeOptions): Promise<void> {
  assertUsableSettings(config, force);
  const server = createServer();
  server.listen(config.port, config.host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Throws InvalidSetting. */
function assertUsableSettings(config: Config, force: boolean): void {
  assertUsableTls(config);
  if (!force) assertDevelopmentIsLocal(config);
}

/** Keeps accounts with well-known passwords on this machine only. Throws InvalidSetting for any other address. */
function assertDevelopmentIsLocal({ environment, isDevelopment, host }: Config): void {
  if (!isDevelopment || isLoopback(host)) return;
  throw new InvalidSetting(
    'hostname',
    `${host} would expose accounts with well-known passwords to the network, since the environment is ` +
      `${environment}: use --env production, or --force if that's intended`,
  );
}

/** Throws InvalidSetting when the certificate and key can't be read or don't match. */
function assertUsableTls({ tls }: Config): void {
  if (!tls) return;
  assertReadable('TLS_CERT', tls.certificateFile);
  assertReadable('TLS_KEY', tls.keyFile);
  try {
    createSecureContext({ cert: readFileSync(tls.certificateFile), key: readFileSync(tls.keyFile) });
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    throw new InvalidSetting('TLS_CERT', `and TLS_KEY must be a certificate and its key in PEM form (${complaint})`);
  }
}

function assertReadable(variable: string, file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new InvalidSetting(variable, `must name a file that this user can read, not ${file}`);
  }
}

/** We promise to stop within 5 s; work that is still running then, such as a job, is abandoned. */
const maxMillisecondsToStop = 4_800;

/**
 * The first signal shuts the service down cleanly, a second one at once. SIGHUP reloads the certificate and the
 * dialects. Other signals that would silently end a process, or open it to a debugger, are ignored and logged.
 */
function listenToSignals(starting: Promise<Service>): void {
  onStopSignals(
    (signal) => void stopService(starting, signal),
    () => endProcess(exitCodes.failed),
  );
  const whenServing = (act: (service: Service) => void) => void starting.then(act, () => {});
  for (const signal of reloadSignals) process.on(signal, () => whenServing((service) => service.rereadFiles()));
  for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) {
    process.on(signal, () => whenServing(({ context }) => context.log.warn({ signal }, 'ignored a signal')));
  }
}

/** Another machine serves now. If this program is restarted, it refuses to serve and says why. */
function stopAfterReplacement(starting: Promise<Service>): void {
  void stopService(starting, 'another machine serves', exitCodes.failed);
}

/** Throws InstanceUnavailable if there is a reason. */
function throwIfReason(reason: string | undefined): void {
  if (reason !== undefined) throw new InstanceUnavailable(reason);
}

async function stopService(
  starting: Promise<Service>,
  reason: string,
  exitCode: number = exitCodes.done,
): Promise<void> {
  const service = await starting.catch(() => undefined);
  // A service that couldn't start has already reported it and is exiting.
  if (!service) return;
  setTimeout(() => {
    service.context.log.warn('something did not stop in time and was abandoned');
    endProcess(exitCodes.failed);
  }, maxMillisecondsToStop);
  await service.stop(reason);
  endProcess(exitCode);
}

/** An unusable certificate must not stop a service that has a good one. */
function rereadCertificate(config: Config, app: App, { log }: Context): void {
  if (!config.tls) {
    log.info('nothing to reload: TLS_CERT and TLS_KEY are not set');
    return;
  }
  try {
    assertUsableTls(config);
    app.replaceCertificate();
    log.info({ certificate: config.tls.certificateFile }, 'reloaded the certificate and key for new connections');
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    log.error(`keeping the current certificate: ${complaint}`);
  }
}

/** An unusable file must not disable the dialects already loaded. */
function rereadDialects(app: App, context: Context): void {
  try {
    app.readDialects();
    context.log.info({ dialects: listDialectNames(context) }, 'reloaded the dialect files');
    void recordRunState(context);
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    context.log.error(`keeping the current dialects: ${complaint}`);
  }
}

/**
 * Keeps serving the ship after an uncaught defect, such as a forgotten `catch`. It is safe to go on: a write is one
 * synchronous transaction, so it has happened or it hasn't, and memory holds nothing authoritative. All caches are
 * invalidated, since the defect may have struck while a value was being computed. Defects during startup do end the
 * process, and so does anything that no program survives, such as running out of memory.
 */
export function handleUncaughtDefects({ log, caches }: Pick<Context, 'log' | 'caches'>): void {
  // Unhandled rejections arrive here too, with their own origin.
  process.on('uncaughtException', (error: NodeJS.ErrnoException, origin) => {
    // The reader of our log is gone; logging that would fail for the same reason, endlessly.
    if (error.code === 'EPIPE') return;
    log.error({ origin, stack: error.stack ?? String(error) }, 'uncaught error; still serving');
    caches.invalidateAll();
  });
}

/** Prints the service's address for phones, as text and as a QR code. */
async function formatAddress(address: string): Promise<string> {
  // In the executable, a package of this kind has its functions on the default export only.
  const { default: qrCode } = await import('qrcode');
  return [
    `On board: ${address}`,
    `Poster to print: ${address}/join`,
    await qrCode.toString(address, { type: 'terminal', small: true }),
  ].join('\n');
}

/** Prints what an operator at a terminal needs to know after the first start. */
function formatWelcome({ config, db }: Context, url: string): string {
  const rows = db.queries.select({ username: users.username }).from(users).where(isNotNull(users.passwordHash)).all();
  const names = rows.map(({ username }) => username).join(', ');
  const passwords = config.isDevelopment ? ' (password: "password" unless a variable sets another)' : '';
  return [
    '',
    `Gangway serves ${config.environment} at ${url}`,
    `  data      ${config.folders.data}`,
    `  accounts  ${names}${passwords}`,
    '  to stop   Ctrl+C',
    '',
  ].join('\n');
}
