// Tests of the built executable, as the ship meets it: an empty folder, no Node in sight, no home folder.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import project from '../package.json' with { type: 'json' };
import { workbookOf } from '../test/support/workbooks.ts';
import { projectFolder } from './project.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { findTarget, locateExecutable } from './targets.ts';

const maxMillisecondsToReady = 1500;
const tries = 3;
/** The licences are the longest that a command prints. */
const maxBuffer = 16 * 1024 * 1024;
const environment = {
  PATH: '/nonexistent',
  VAPOR_ENV: 'production',
  hostname: '127.0.0.1',
  ADMIN_PASSWORD: 'a password of the test',
};
// Only root can run as other users: one without a home folder, and one whose number no machine gives out.
const skip = process.getuid?.() !== 0 && 'needs root';
const nobody = 65534;
const stranger = 61234;

describe('the executable in an empty folder', () => testExecutable(undefined));
describe('the executable, run by a user without a home folder', { skip }, () => testExecutable(nobody));
describe('the executable, run by a user whom the machine does not know', { skip }, () => testExecutable(stranger));

function testExecutable(user: number | undefined): void {
  const ship = createShip(user);
  let service: ServiceProcess;
  let token: string;

  /** One call of the API, by the admin once logged in. */
  async function call(
    method: string,
    path: string,
    options: { authorization?: string; body?: unknown } = {},
  ): Promise<Response> {
    const headers = { authorization: options.authorization ?? `Bearer ${token}`, 'content-type': 'application/json' };
    const body = options.body === undefined ? null : JSON.stringify(options.body);
    const response = await fetch(`${service.url}/api/v3/${path}`, { method, headers, body });
    assert.ok(
      response.ok,
      `${method} ${path} returned ${response.status}: ${response.ok ? '' : await response.text()}`,
    );
    return response;
  }

  before(async () => {
    service = await ship.startQuickly();
    const credentials = Buffer.from(`admin:${environment.ADMIN_PASSWORD}`).toString('base64');
    const login = await call('POST', 'auth/login', { authorization: `Basic ${credentials}` });
    ({ token } = (await login.json()) as { token: string });
  });
  after(async () => {
    await service?.stop();
    ship.remove();
  });

  test(`is ready within ${maxMillisecondsToReady} ms`, (context) => {
    context.diagnostic(`ready after ${Math.round(service.readyMilliseconds)} ms`);
    assert.ok(service.readyMilliseconds < maxMillisecondsToReady, `took ${service.readyMilliseconds} ms`);
  });

  test('prints its version and its commands, whatever NODE_OPTIONS says', async () => {
    const foreign = { NODE_OPTIONS: '--no-such-option' };
    assert.equal((await ship.run(['version'], foreign)).trim(), project.version);
    assert.match(await ship.run(['--help'], foreign), /serve/);
  });

  test('carries the licences of everything in it', async () => {
    const licences = await ship.run(['licences']);
    for (const name of ['Node.js', '@yao-pkg/pkg', 'hono', 'SQLite', 'vips (libvips)', 'argon2-rust (argon2)'])
      assert.ok(licences.includes(`\n${name} `), name);
  });

  test('writes for its owner alone', () => {
    const files = readdirSync(join(ship.folder, 'data'), { recursive: true, encoding: 'utf8' });
    const open = files.filter((name) => (statSync(join(ship.folder, 'data', name)).mode & 0o077) !== 0);
    assert.deepEqual(open, []);
  });

  test('imports clock changes, schedule and codes beside the running service', async () => {
    await ship.run(['import', 'timezones', 'time-zone-changes.txt']);
    await ship.run(['import', 'schedule', 'schedule.ics']);
    await ship.run(['import', 'regcodes', 'registration-codes.txt']);
    const expected = readFileSync(join(ship.folder, 'schedule.ics'), 'utf8').split('BEGIN:VEVENT').length - 1;
    const events = await eventually(
      async () => (await (await call('GET', 'events')).json()) as unknown[],
      (events) => events.length > 0,
    );
    assert.equal(events.length, expected);
  });

  test('stores an avatar and serves its thumbnail', async () => {
    const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const header = await call('POST', 'user/image', { body: { image: picture.toString('base64') } });
    const { userImage } = (await header.json()) as { userImage: string };
    const thumbnail = await call('GET', `image/thumb/${userImage}`);
    const { height } = await sharp(await thumbnail.arrayBuffer()).metadata();
    assert.equal(height, 200);
  });

  test('reads a workbook in a process of its own', async () => {
    const workbook = workbookOf({ Performers: [['Name'], ['Ada Brook']] }).toString('base64');
    await call('POST', 'admin/performer/link/upload', { body: workbook });
    const { errors } = (await (await call('GET', 'admin/performer/link/verify')).json()) as { errors: string[] };
    assert.ok(errors.length > 0, 'a sheet is missing');
  });

  test('shows pages to browsers, with their style', async () => {
    const page = await fetch(`${service.url}/sign-in`, { headers: { accept: 'text/html' } });
    const [style] = /\/web\/[\w-]+\/style\.css/.exec(await page.text()) ?? [];
    assert.equal((await fetch(`${service.url}${style}`)).headers.get('content-type'), 'text/css; charset=utf-8');
  });

  test('shows the same OpenAPI document as the project', async () => {
    const written = JSON.parse(readFileSync(join(projectFolder, 'assets', 'openapi.json'), 'utf8'));
    assert.deepEqual(await (await call('GET', 'openapi.json')).json(), written);
  });

  test('keeps everything it writes in its data folder', () => {
    assert.deepEqual(readdirSync(ship.folder).sort(), [...ship.givenFiles, 'data'].sort());
  });

  test('ends on SIGTERM, and leaves nothing inconsistent', async () => {
    await onShip(user, async (other) => {
      assert.equal(await (await other.startQuickly()).stop(), 0);
      await other.run(['verify']);
    });
  });

  test('unpacks its native libraries again when they are damaged', async () => {
    await onShip(user, async (other) => {
      await (await other.startQuickly()).stop();
      for (const library of other.unpackedLibraries()) truncateSync(library, 100);
      await other.run(['verify']);
    });
  });
}

/** Runs `work` on a ship of its own. */
async function onShip(user: number | undefined, work: (ship: Ship) => Promise<void>): Promise<void> {
  const ship = createShip(user);
  try {
    await work(ship);
  } finally {
    ship.remove();
  }
}

type Ship = ReturnType<typeof createShip>;

/** A temporary folder with the executable beside it and the sample files in it, owned by the user. */
function createShip(user: number | undefined) {
  const root = mkdtempSync(join(tmpdir(), 'gangway-executable-'));
  const folder = join(root, 'ship');
  const data = join(folder, 'data');
  const file = join(root, 'gangway');
  const options = { folder, environment: { ...environment, DATA_DIR: data }, user };
  const identity = user === undefined ? {} : { uid: user, gid: user };
  chmodSync(root, 0o755);
  copyFileSync(locateExecutable(findTarget(undefined)), file);
  mkdirSync(folder);
  cpSync(join(projectFolder, 'assets', 'samples'), folder, { recursive: true });
  if (user !== undefined) chownSync(folder, user, user);

  return {
    folder,
    givenFiles: readdirSync(folder),
    /** Starts the service on a fresh data folder, again if the machine was busy at that moment. */
    async startQuickly(): Promise<ServiceProcess> {
      for (let attempt = 1; ; attempt += 1) {
        const service = await startService(file, ['serve'], options);
        if (service.readyMilliseconds < maxMillisecondsToReady || attempt === tries) return service;
        await service.stop();
        rmSync(data, { recursive: true });
      }
    },
    /** Runs one command to its end; returns what it printed, and throws when its exit code is not 0. */
    async run(words: string[], further: Record<string, string> = {}): Promise<string> {
      const env = { ...options.environment, ...further };
      return (await promisify(execFile)(file, words, { cwd: folder, env, maxBuffer, ...identity })).stdout;
    },
    unpackedLibraries(): string[] {
      const entries = readdirSync(join(data, 'cache'), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Reads until the result is as expected: a running service shows the effect of a command within 2 s. */
async function eventually<Result>(
  read: () => Promise<Result>,
  isExpected: (result: Result) => boolean,
): Promise<Result> {
  const deadline = performance.now() + 3000;
  for (;;) {
    const result = await read();
    if (isExpected(result) || performance.now() > deadline) return result;
    await delay(50);
  }
}
