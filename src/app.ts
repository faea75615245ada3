import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import type { Context } from '#context';
import type { Area } from '#contract/area.ts';
import { callerByPassword, callerByToken, serviceByPassword } from '#core/accounts/index.ts';
import { joinAreas } from '#core/notifications/index.ts';
import { joinVerification } from '#core/recomputing/index.ts';
import { answerOfKey, keepAnswer } from '#core/retry-keys/index.ts';
import { refuseSwitchedOff, serverSettings } from '#core/settings/index.ts';
import { createBodies } from '#http/bodies.ts';
import { mountErrors } from '#http/failures.ts';
import { mountEndpoints } from '#http/mount.ts';
import type { Environment, ServerPorts } from '#http/ports.ts';
import { type AnswerMemory, createRetries } from '#http/retries.ts';
import { RememberingRouter } from '#http/router.ts';
import { listen } from '#http/server.ts';
import { mountSockets } from '#http/sockets.ts';
import { descriptionOf } from './description.ts';
import { addMaintenance } from './maintenance.ts';

/** A running service. */
export interface App {
  readonly url: string;
  /** Tells the sockets, lets requests finish, stops the jobs; the database stays open. */
  close(): Promise<void>;
}

const graceMilliseconds = 4000;

/** Patience with clients, in milliseconds; tests have less. */
export interface Limits {
  /** After this long without a sign of life a connection is cut. */
  readonly silentMilliseconds: number;
  /** A repeated call waits this long for the first one (decision 35). */
  readonly retryPatienceMilliseconds: number;
}

const usualLimits: Limits = { silentMilliseconds: 60_000, retryPatienceMilliseconds: 10_000 };

function portsOf(context: Context, limits: Limits): ServerPorts {
  const { config, log, metrics, db } = context;
  const answers: AnswerMemory = {
    find: (userID, key) => answerOfKey(context, userID, key),
    keep: (userID, key, answer) => keepAnswer(context, userID, key, answer),
  };
  return {
    identification: {
      byToken: (token) => callerByToken(context, token),
      byPassword: (credentials, address) => callerByPassword(context, credentials, address),
      byServicePassword: (credentials, address) => serviceByPassword(context, credentials, address),
    },
    switches: {
      serverMinimum: () => {
        const { minAccessLevel, enablePreregistration } = serverSettings(context);
        return { level: minAccessLevel, preregistration: enablePreregistration };
      },
      refuseSwitchedOff: (caller, feature) => refuseSwitchedOff(context, caller, feature),
    },
    bodies: createBodies(config.folders.incoming),
    answers,
    retries: createRetries(answers, limits.retryPatienceMilliseconds),
    log,
    metrics,
    trustedProxies: config.trustedProxies,
    strict: config.trial,
    transaction: (work) => db.transaction(work),
  };
}

/** Mounts the areas on a prepared box and opens the port. */
export async function startApp(
  context: Context,
  areas: readonly Area<Context>[],
  limits: Partial<Limits> = {},
): Promise<App> {
  const { config, live, jobs } = context;
  const app = new Hono<Environment>({ router: new RememberingRouter() });
  const patience = { ...usualLimits, ...limits };
  const ports = portsOf(context, patience);
  mountErrors(app, ports);
  mountSockets(
    app,
    areas.map(({ sockets = {}, openers }) => ({ sockets, openers: openers?.(context) ?? {} })),
    live,
    ports,
  );
  mountEndpoints(
    app,
    [...areas, descriptionOf(areas)].map(({ api, handlers }) => ({ api, handlers: handlers(context) })),
    ports,
  );
  joinAreas(context, areas);
  joinVerification(context, areas);
  addMaintenance(context);
  for (const job of areas.flatMap((area) => area.jobs?.(context) ?? [])) jobs.add(job);
  const tls = config.tls && { cert: readFileSync(config.tls.certificateFile), key: readFileSync(config.tls.keyFile) };
  const listening = await listen(app, {
    host: config.host,
    port: config.port,
    tls,
    silentMilliseconds: patience.silentMilliseconds,
  });
  return {
    url: listening.url,
    async close() {
      live.closeAll(1001, 'the server is going down');
      await Promise.all([listening.close(graceMilliseconds), jobs.stop()]);
    },
  };
}
