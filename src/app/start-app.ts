import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { listAreas } from '#area/area.ts';
import { type Context, transactWithoutSync, type WriteContext } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { findShipAddress } from '#config/ship-address.ts';
import {
  findCallerByToken,
  getCallerByPassword,
  getServiceByPassword,
  listKnownAccounts,
} from '#core/accounts/index.ts';
import { findStoredResponse, storeResponse } from '#core/idempotency/index.ts';
import { getLowDiskLevel } from '#core/machine/index.ts';
import { assertFeatureEnabled, getServerSettings } from '#core/settings/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { CachingRouter } from '#http/caching-router.ts';
import { type ConnectionLimits, computeConnectionLimits, createConnectionGuard } from '#http/connection-limits.ts';
import { assertJobExists, collectDeclaredNames } from '#http/dialects/declared.ts';
import { createHeadTranslation } from '#http/dialects/edge.ts';
import { createErrorDelay, defaultErrorPace, type ErrorPace } from '#http/error-delay.ts';
import { handleErrors } from '#http/handle-errors.ts';
import { createIdempotency, type IdempotencyStore } from '#http/idempotency.ts';
import { createInProcessEndpoints } from '#http/in-process-calls.ts';
import type { Environment, ServerPorts } from '#http/ports.ts';
import { createRateLimits } from '#http/rate-limits.ts';
import { createReadTurns, defaultReadBudget, type ReadBudget } from '#http/read-turns.ts';
import { createBodyReader } from '#http/request-body.ts';
import type { ServedApi } from '#http/route-table.ts';
import { createSelfCheckUpgrade } from '#http/self-check.ts';
import { serveEndpoints } from '#http/serve-endpoints.ts';
import { createSocketMatcher, type ServedSockets, serveSockets } from '#http/serve-sockets.ts';
import { type Certificate, listen } from '#http/server.ts';
import { defaultUploadCapacity, type UploadCapacity } from '#http/upload-slots.ts';
import { readMaxOpenFiles } from '#platform/processes/open-files.ts';
import { startFingerprint } from '#platform/secrets/tokens.ts';
import { rejectAllRequests } from '#spare/reject-when-replaced.ts';
import { createSpareService, type SpareService } from '#spare/service.ts';
import { isLinkUpgrade } from '#spare/wire/link-server.ts';
import { pages } from '#web/pages/pages.ts';
import { servePages } from '#web/serve-pages.ts';
import { cookieName, createSocketSessions } from '#web/session.ts';
import { createErrorPages } from '#web/show-error.ts';
import { signInPath } from '#web/sign-in-with-json.ts';
import type { Web } from '#web/web.ts';
import { createDocumentsArea } from './documents/area.ts';
import { addJobs } from './jobs.ts';

/** A running service. */
export interface App {
  readonly url: string;
  /** Closes the sockets, lets requests finish and stops the jobs; the database stays open. */
  close(): Promise<void>;
  /** Reloads the TLS files for new connections. Throws when they can't be read. */
  replaceCertificate(): void;
  /** Reloads the dialect files. Throws when one is invalid; the previous ones then stay active. */
  readDialects(): void;
}

const graceMilliseconds = 4000;

/** Limits for clients; tests use lower ones. */
export interface Limits {
  /** Timeout after which an idle connection is closed. */
  readonly silentMilliseconds: number;
  /** How long a retried call waits for the first one (decision 35). */
  readonly retryTimeoutMilliseconds: number;
  readonly uploadRoom: UploadCapacity;
  readonly readBudget: ReadBudget;
  readonly errorPace: ErrorPace;
  readonly connections: ConnectionLimits;
}

/** Returns the limits for clients of this process; warns when the system allows few connections. */
function readLimits({ log }: Context): Limits {
  const maxOpenFiles = readMaxOpenFiles();
  const connections = computeConnectionLimits(maxOpenFiles);
  if (connections.all < minConnections) {
    log.warn(
      `the open file limit is ${maxOpenFiles}, so only ${connections.all} connections can be served: raise it (ulimit -n, or LimitNOFILE in a unit)`,
    );
  }
  return {
    silentMilliseconds: 60_000,
    retryTimeoutMilliseconds: 10_000,
    uploadRoom: defaultUploadCapacity,
    readBudget: defaultReadBudget,
    errorPace: defaultErrorPace,
    connections,
  };
}

/** A ship of 3,000 needs more. */
const minConnections = 10_000;

function buildServerPorts(context: Context, limits: Limits, spare: SpareService): ServerPorts {
  const { config, log, metrics, minuteLog, conditions, secrets } = context;
  const steadyNow = () => context.clock.steadyNow();
  const responses: IdempotencyStore = {
    find: (call) => findStoredResponse(context, call),
    store: storeResponse,
  };
  // The server passes through the values a transaction issues without knowing their types; the handlers are typed.
  const transaction = <Result>(work: (context: never) => Result) =>
    transactWithoutSync(context, work as (context: WriteContext) => Result);
  return {
    authenticator: {
      byToken: (token) => findCallerByToken(context, token),
      byPassword: (credentials, address) => getCallerByPassword(context, credentials, address),
      byServicePassword: (credentials, address) => getServiceByPassword(context, credentials, address),
    },
    switches: {
      state: () => getServerSettings(context),
      serverMinimum: () => {
        const { minAccessLevel, enablePreregistration } = getServerSettings(context);
        return { level: minAccessLevel, preregistration: enablePreregistration };
      },
      assertFeatureEnabled: (caller, feature) => assertFeatureEnabled(context, caller, feature),
    },
    bodies: createBodyReader({ folder: config.folders.incoming, now: steadyNow, room: limits.uploadRoom }),
    rateLimits: createRateLimits(steadyNow),
    readTurns: createReadTurns(steadyNow, limits.readBudget),
    errorDelay: createErrorDelay(steadyNow, limits.errorPace),
    responses,
    idempotency: createIdempotency(responses, limits.retryTimeoutMilliseconds),
    log,
    metrics,
    minuteLog,
    conditions,
    trustedProxies: config.trustedProxies,
    maxImageSize: () => getServerSettings(context).maxImageSize,
    assertMayUpload: (caller) => assertMayCreate(context, caller),
    lowDiskLevel: () => getLowDiskLevel(context),
    startFingerprint: (text) => startFingerprint(secrets.tokenKey, text),
    strict: config.isDevelopment,
    now: () => context.clock.now(),
    transaction,
    whenDurable: () => context.db.whenDurable(),
    waitForSpare: () => spare.wait(),
  };
}

const readTls = ({ tls }: Config): Certificate | undefined =>
  tls && { cert: readFileSync(tls.certificateFile), key: readFileSync(tls.keyFile) };

/** Reads the dialect files, which may refer only to declared names. */
function createDialectReader(
  { dialects }: Context,
  served: readonly Pick<ServedApi, 'api'>[],
  sockets: readonly Pick<ServedSockets, 'sockets'>[],
): () => void {
  return () =>
    dialects.read((files) => {
      if (files.length === 0) return;
      const declared = collectDeclaredNames(
        served.flatMap(({ api }) => Object.values(api)),
        sockets.flatMap(({ sockets }) => Object.values(sockets).flatMap(({ messages }) => messages)),
      );
      for (const file of files) assertJobExists(file, declared);
    });
}

/**
 * Mounts the areas on an instance, opens the port and then prepares the instance, unless that's already done: if the
 * port is taken, nothing is created and no useless password is shown. Until then calls get 503. Calls `onReplaced` when
 * another machine has taken over.
 */
export async function startApp(
  context: Context,
  granted: Partial<Limits> = {},
  prepare: () => Promise<void> = async () => {},
  onReplaced: () => void = () => {},
): Promise<App> {
  const { config, live, jobs, pictureWorkers } = context;
  const areas = listAreas(context);
  // Not strict: a trailing slash makes no difference (decision 90).
  const app = new Hono<Environment>({ router: new CachingRouter(), strict: false });
  const limits = { ...readLimits(context), ...granted };
  const served = [...areas, createDocumentsArea()].map(({ api, handlers }) => ({ api, handlers: handlers(context) }));
  const sockets = areas.map(({ sockets = {}, openers }) => ({ sockets, openers: openers?.(context) ?? {} }));
  const readDialects = createDialectReader(context, served, sockets);
  readDialects();
  const spare = createSpareService(context, onReplaced);
  const ports = buildServerPorts(context, limits, spare);
  let url = '';
  const web: Web = {
    pages,
    endpoints: createInProcessEndpoints(served, ports),
    ports,
    hasTls: config.tls !== undefined,
    knownAccounts: listKnownAccounts(config),
    listDialects: () => context.dialects.list(),
    findShipAddress: (host) => findShipAddress(config, url, host),
  };
  // A separate app: with middleware, every call goes through promises, which cost a third more.
  const replacedApp = new Hono<Environment>();
  const showError = createErrorPages(web);
  for (const each of [app, replacedApp]) handleErrors(each, ports, showError);
  rejectAllRequests(replacedApp);
  serveSockets(app, sockets, live, ports, createSocketSessions(config));
  serveEndpoints(app, served, ports);
  servePages(app, web);
  addJobs(context, () => spare.checkpoint());
  let isReady = false;
  const chooseApp = () => (spare.isReplaced() ? replacedApp : app);
  const listening = await listen((request, env) => chooseApp().fetch(request, env), {
    host: config.host,
    port: config.port,
    tls: readTls(config),
    silentMilliseconds: limits.silentMilliseconds,
    connections: createConnectionGuard(limits.connections, config.trustedProxies),
    otherUpgrades: [{ isFor: isLinkUpgrade, accept: spare.accept }, createSelfCheckUpgrade(context.runID)],
    isSocket: createSocketMatcher(sockets),
    translate: createHeadTranslation({ dialects: context.dialects, signInPath, sessionCookie: cookieName }),
    isReady: () => isReady,
  });
  url = listening.url;
  await prepare();
  isReady = true;
  return {
    url,
    async close() {
      live.closeAll(1001, 'the server is shutting down');
      await spare.close();
      await Promise.all([listening.close(graceMilliseconds), jobs.stop()]);
      pictureWorkers.stop();
    },
    readDialects,
    replaceCertificate() {
      const tls = readTls(config);
      if (tls) listening.replaceCertificate(tls);
    },
  };
}
