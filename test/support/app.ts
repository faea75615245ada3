import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { createConfig } from '#config/config.ts';
import type { Context } from '#context';
import type { Area } from '#contract/area.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { createLog } from '#platform/log.ts';
import { createPasswords } from '#platform/passwords.ts';
import { type App, type Limits, startApp } from '../../src/app.ts';
import { areas as allAreas } from '../../src/areas.ts';
import { openBox, prepareBox } from '../../src/box.ts';
import { type Client, createClient } from './client.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { recordExercised } from './exercised.ts';

/** Somebody with an account, logged in. */
export interface Person extends Client {
  readonly userID: string;
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

/** The real service on a folder and port of its own. */
export interface TestApp {
  readonly url: string;
  readonly context: Context;
  readonly clock: TestClock;
  /** Calls without a login. */
  readonly nobody: Client;
  /** Logs in one of the people who exist at the start: verified, james, heidi, sam, quarantined, unverified, admin, THO. */
  logIn(username: string, password?: string): Promise<Person>;
  /** Creates a verified account of this name and logs in. */
  newcomer(username: string): Promise<Person>;
  /** Somebody of exactly this level. */
  atLevel(level: CastLevel): Promise<Person>;
  runJob(name: string): Promise<void>;
  close(): Promise<void>;
}

export type CastLevel =
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
  readonly areas?: readonly Area<Context>[];
  readonly clock?: TestClock;
  /** A folder kept from an earlier run; removed by nobody. */
  readonly dataFolder?: string;
  /** Patience with clients, where it differs from that of a real service. */
  readonly limits?: Partial<Limits>;
  /** False for generated tests: they do not count as showing what an endpoint does. */
  readonly showsBehaviour?: boolean;
}

const cheapHashing = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const trialPassword = 'password';
const usernameAtLevel: Partial<Record<CastLevel, string>> = {
  quarantined: 'quarantined',
  unverified: 'unverified',
  verified: 'verified',
  client: 'prometheus',
  tho: 'THO',
  admin: 'admin',
};

/** Starts the service; it ends by itself after the tests of the file. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'gangway-test-')));
  const config = createConfig('testing', { DATA_DIR: dataFolder, PORT: '0', ...options.environment });
  const clock = options.clock ?? createTestClock();
  const context = openBox(config, {
    clock,
    log: createLog('silent', 'json'),
    passwords: createPasswords(cheapHashing),
  });
  const areas = options.areas ?? allAreas;
  await prepareBox(context, areas);
  const app = await startApp(context, areas, options.limits);
  const close = closeOnce(app, context, options, dataFolder);
  after(close);
  return { url: app.url, context, clock, close, ...peopleOf(app.url), runJob: (name) => context.jobs.run(name) };
}

function closeOnce(app: App, context: Context, options: TestAppOptions, dataFolder: string): () => Promise<void> {
  let closed = false;
  return async () => {
    if (closed) return;
    closed = true;
    if (options.showsBehaviour !== false) await recordExercised(context.metrics);
    await app.close();
    context.db.close();
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
}

function peopleOf(url: string): Pick<TestApp, 'nobody' | 'logIn' | 'newcomer' | 'atLevel'> {
  const nobody = createClient(url);

  async function logIn(username: string, password = trialPassword): Promise<Person> {
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    const { userID, token } = await createClient(url, `Basic ${credentials}`).get(accountsApi.login);
    return { userID, username, password, token, ...createClient(url, `Bearer ${token}`) };
  }

  async function register(username: string): Promise<void> {
    await nobody.get(accountsApi.create, { body: { username, password: trialPassword } });
  }

  /** Levels above unverified are given by the staff, through the front door. */
  async function newcomer(username: string): Promise<Person> {
    await register(username);
    const person = await logIn(username);
    const admin = await logIn('admin');
    const reply = await admin.send('POST', `/api/v3/mod/user/${person.userID}/setaccesslevel/verified`);
    if (reply.status !== 200) throw new Error(`${username} could not be verified: ${reply.reason}`);
    return logIn(username);
  }

  async function promoted(level: 'moderator' | 'devteam'): Promise<Person> {
    const username = `${level}-person`;
    const known = await nobody.send('POST', '/api/v3/auth/login', {
      headers: { authorization: `Basic ${Buffer.from(`${username}:${trialPassword}`).toString('base64')}` },
    });
    if (known.status === 200) return logIn(username);
    const person = await newcomer(username);
    const admin = await logIn('admin');
    const reply = await admin.send('POST', `/api/v3/admin/${level}/promote/${person.userID}`);
    if (reply.status !== 200) throw new Error(`${username} could not be promoted: ${reply.reason}`);
    return person;
  }

  return {
    nobody,
    logIn,
    newcomer,
    atLevel: (level) =>
      level === 'moderator' || level === 'devteam' ? promoted(level) : logIn(usernameAtLevel[level] ?? level),
  };
}
