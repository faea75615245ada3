import { rm } from 'node:fs/promises';
import { after } from 'node:test';
import type { Area } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { createConfig } from '#config/config.ts';
import { accountsApi } from '#core/accounts/api.ts';
import type { ErrorPace } from '#http/error-delay.ts';
import type { ReadBudget } from '#http/read-turns.ts';
import { readDisks } from '#platform/files/disk-space.ts';
import { type AddressCheck, createDownloads } from '#platform/network/downloads.ts';
import { createLog, type Log } from '#platform/observing/log.ts';
import { createPasswords, type HashingCost } from '#platform/secrets/passwords.ts';
import type { JobOutcome } from '#platform/time/job-runner.ts';
import { areas as allAreas } from '../../src/app/areas.ts';
import { openInstance, prepareInstance } from '../../src/app/instance.ts';
import { type App, type Limits, startApp } from '../../src/app/start-app.ts';
import { type Client, createClient } from './client.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { recordExercised } from './exercised.ts';
import { emptyLease, type FirstStartLease, reuseFirstStart } from './first-start.ts';
import { createQuickFolder } from './memory-folder.ts';
import { rejectUndeclaredReads } from './observed-loads.ts';

/** A user with an account, logged in. */
export interface User extends Client {
  readonly userID: string;
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

/** The real service, on its own folder and port. */
export interface TestApp {
  readonly url: string;
  readonly context: Context;
  readonly clock: TestClock;
  /** A client without a login. */
  readonly anonymous: Client;
  /**
   * Logs in one of the accounts that exist at the start: verified, james, heidi, sam, quarantined, unverified, admin,
   * THO.
   */
  logIn(username: string, password?: string): Promise<User>;
  /** Creates a verified account with this name and logs in. */
  newcomer(username: string): Promise<User>;
  /** Returns a user of exactly this level. */
  atLevel(level: TestUserLevel): Promise<User>;
  /** Runs a job; returns its description of what it did. */
  runJob(name: string): Promise<JobOutcome>;
  /** Lets the timers check the clock now. */
  runDueJobs(): Promise<void>;
  /** Reads the files of dialects again. */
  readDialects(): void;
  close(): Promise<void>;
}

export type TestUserLevel =
  | 'quarantined'
  | 'unverified'
  | 'verified'
  | 'client'
  | 'moderator'
  | 'devteam'
  | 'tho'
  | 'admin';

export interface TestAppOptions {
  readonly environment?: Record<string, string>;
  readonly areas?: readonly Area[];
  readonly clock?: TestClock;
  /** Reads the disk's free space. By default half of every disk is free, however full the machine's disks are. */
  readonly readDisks?: typeof readDisks;
  /** Receives the log; by default it is discarded. */
  readonly log?: Log;
  /** A folder from an earlier run, which isn't removed. */
  readonly dataFolder?: string;
  /** Rate limits that differ from those of a real service. */
  readonly limits?: Partial<Limits>;
  /** The cost of a password hash; minimal by default. */
  readonly hashing?: HashingCost;
  /** Addresses that downloads may reach. By default the same as in a real service, so test servers are unreachable. */
  readonly mayReach?: AddressCheck;
  /** False for generated tests, which don't show what an endpoint does. */
  readonly showsBehaviour?: boolean;
}

const readHalfEmptyDisks: typeof readDisks = async (places) =>
  (await readDisks(places)).map((disk) => ({ ...disk, freeBytes: Math.max(disk.freeBytes, disk.totalBytes / 2) }));

const unlimitedRate = { max: Number.POSITIVE_INFINITY, seconds: 1 };
/** A test's clock doesn't advance, so its reads would soon exceed any budget and wait. */
const unlimitedReads: ReadBudget = {
  ...{ perFamily: unlimitedRate, perAddress: unlimitedRate, all: unlimitedRate, whileAllAreOver: unlimitedRate },
};

/** Tests of errors get more than anyone aboard. */
const promptErrors: ErrorPace = { atOnce: unlimitedRate, delayMilliseconds: 0 };

const cheapHashing = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const developmentPassword = 'password';
const usernameAtLevel: Partial<Record<TestUserLevel, string>> = {
  quarantined: 'quarantined',
  unverified: 'unverified',
  verified: 'verified',
  client: 'prometheus',
  tho: 'THO',
  admin: 'admin',
};

/** Starts the service and ends it after the tests of the file. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  rejectUndeclaredReads();
  const dataFolder = options.dataFolder ?? (await createQuickFolder());
  const config = createConfig('testing', { DATA_DIR: dataFolder, PORT: '0', ...options.environment });
  const clock = options.clock ?? createTestClock();
  const firstStart = prepareFirstStart(options, clock, dataFolder);
  const context = openInstance(config, options.areas ?? allAreas, {
    clock,
    log: options.log ?? createLog('silent', 'json'),
    passwords: createPasswords(options.hashing ?? cheapHashing),
    downloads: createDownloads(options.mayReach),
    readDisks: options.readDisks ?? readHalfEmptyDisks,
  });
  await prepareInstance(context);
  firstStart.record(context);
  const app = await startApp(context, { readBudget: unlimitedReads, errorPace: promptErrors, ...options.limits });
  const close = closeOnce({ app, context, options, dataFolder, firstStart });
  after(close);
  const { jobs } = context;
  const runJobs = { runJob: (name: string) => jobs.run(name), runDueJobs: () => jobs.runDue() };
  const { url, readDialects } = app;
  return { url, context, clock, close, readDialects, ...listUsersOf(url), ...runJobs };
}

/** Tests of the first start itself, and tests with their own parts, use an instance that starts empty. */
function prepareFirstStart(options: TestAppOptions, clock: TestClock, dataFolder: string): FirstStartLease {
  const { dataFolder: ownFolder, areas, log, hashing, environment } = options;
  if (ownFolder ?? areas ?? log ?? hashing) return emptyLease;
  return reuseFirstStart(JSON.stringify([environment, clock.now()]), dataFolder);
}

/** The resources that end with an app. */
interface Running {
  readonly app: App;
  readonly context: Context;
  readonly options: TestAppOptions;
  readonly dataFolder: string;
  readonly firstStart: FirstStartLease;
}

/** The test runner keeps every hook until the file ends, so a hook that has run no longer refers to its app. */
function closeOnce(started: Running): () => Promise<void> {
  let running: Running | undefined = started;
  return async () => {
    if (!running) return;
    const { app, context, options, dataFolder, firstStart } = running;
    running = undefined;
    if (options.showsBehaviour !== false) await recordExercised(context.metrics);
    await app.close();
    context.db.close();
    firstStart.release();
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
}

function listUsersOf(url: string): Pick<TestApp, 'anonymous' | 'logIn' | 'newcomer' | 'atLevel'> {
  const anonymous = createClient(url);

  async function logIn(username: string, password = developmentPassword): Promise<User> {
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    const { userID, token } = await createClient(url, `Basic ${credentials}`).get(accountsApi.login);
    return { userID, username, password, token, ...createClient(url, `Bearer ${token}`) };
  }

  async function register(username: string): Promise<void> {
    await anonymous.get(accountsApi.create, { body: { username, password: developmentPassword } });
  }

  /** Registers a user; the staff then verifies them through the API. */
  async function newcomer(username: string): Promise<User> {
    await register(username);
    const user = await logIn(username);
    const admin = await logIn('admin');
    const response = await admin.send('POST', `/api/v3/mod/user/${user.userID}/setaccesslevel/verified`);
    if (response.status !== 200) throw new Error(`${username} could not be verified: ${response.reason}`);
    return logIn(username);
  }

  async function promoted(level: 'moderator' | 'devteam'): Promise<User> {
    const username = `${level}-person`;
    const known = await anonymous.send('POST', '/api/v3/auth/login', {
      headers: { authorization: `Basic ${Buffer.from(`${username}:${developmentPassword}`).toString('base64')}` },
    });
    if (known.status === 200) return logIn(username);
    const user = await newcomer(username);
    const admin = await logIn('admin');
    const response = await admin.send('POST', `/api/v3/admin/${level}/promote/${user.userID}`);
    if (response.status !== 200) throw new Error(`${username} could not be promoted: ${response.reason}`);
    return user;
  }

  return {
    anonymous,
    logIn,
    newcomer,
    atLevel: (level) =>
      level === 'moderator' || level === 'devteam' ? promoted(level) : logIn(usernameAtLevel[level] ?? level),
  };
}
