// Tests of the built executable under a ship's conditions: an empty folder, no Node, no home folder. An argument or the
// variable EXECUTABLE replaces this machine's executable, RUNNER is a program that runs it. OTHER is the executable
// of the other machine of a pair, with OTHER_RUNNER, if it isn't the same one. SLOWNESS multiplies all time limits.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import project from '../../package.json' with { type: 'json' };
import { createAnimatedPicture, createPicture } from '../../test/support/pictures.ts';
import { createWorkbook } from '../../test/support/workbooks.ts';
import { projectFolder } from '../project.ts';
import type { ServiceProcess } from '../running/service-process.ts';
import {
  createShip,
  isForWindows,
  maxMillisecondsToReady,
  onShip,
  pairs,
  password,
  readUntilExpected,
  type Ship,
  type SpareProcess,
  slowness,
} from './executable-ship.ts';

// Only root can run as other users: one without a home folder, and one with an unused user id.
const skip = isForWindows ? 'Windows has no such users' : process.getuid?.() !== 0 && 'needs root';
const userWithoutHome = 65534;
const unknownUser = 61234;

describe('the executable in an empty folder', () => testExecutable(undefined));
describe('the executable, run by a user without a home folder', { skip }, () => testExecutable(userWithoutHome));
describe('the executable, run by an unknown user id', { skip }, () => testExecutable(unknownUser));

function testExecutable(user: number | undefined): void {
  describe('while it serves', () => testService(user));
  describe('at its end', () => testEnds(user));
}

function testService(user: number | undefined): void {
  const ship = createShip(user);
  let service: ServiceProcess;
  let call: CallAPI;

  before(async () => {
    service = await ship.startQuickly();
    call = await signIn(service);
  });
  after(async () => {
    await service?.stop();
    ship.remove();
  });

  test('is ready within 1500 ms', (context) => {
    context.diagnostic(`ready after ${Math.round(service.readyMilliseconds)} ms, slowness ${slowness.toFixed(1)}`);
    assert.ok(service.readyMilliseconds < maxMillisecondsToReady, `took ${service.readyMilliseconds} ms`);
  });

  test('prints its version and its commands, regardless of NODE_OPTIONS', async () => {
    const foreign = { NODE_OPTIONS: '--no-such-option' };
    assert.equal((await ship.run(['version'], foreign)).trim(), project.version);
    assert.match(await ship.run(['--help'], foreign), /serve/);
  });

  test('carries the licences of everything in it', async () => {
    const licences = await ship.run(['licences']);
    for (const name of ['Node.js', '@yao-pkg/pkg', 'hono', 'SQLite', 'vips (libvips)', 'argon2-rust (argon2)'])
      assert.ok(licences.includes(`\n${name} `), name);
  });

  test('writes for its owner alone', { skip: isForWindows && 'files have no modes on Windows' }, () => {
    const files = readdirSync(ship.data, { recursive: true, encoding: 'utf8' });
    const open = files.filter((name) => (statSync(join(ship.data, name)).mode & 0o077) !== 0);
    assert.deepEqual(open, []);
  });

  test('imports clock changes, schedule and codes next to the running service', async () => {
    await ship.run(['import', 'timezones', 'time-zone-changes.txt']);
    await ship.run(['import', 'schedule', 'schedule.ics']);
    await ship.run(['import', 'regcodes', 'registration-codes.txt']);
    const expected = readFileSync(join(ship.folder, 'schedule.ics'), 'utf8').split('BEGIN:VEVENT').length - 1;
    const events = await readUntilExpected(
      async () => (await (await call('GET', 'events')).json()) as unknown[],
      (events) => events.length > 0,
    );
    assert.equal(events.length, expected);
  });

  for (const format of ['jpeg', 'png', 'gif'] as const) {
    test(`stores an avatar that was sent as ${format}, and serves its thumbnail`, async () => {
      const picture = await sharp(await createPicture())
        .toFormat(format)
        .toBuffer();
      const header = await call('POST', 'user/image', { image: picture.toString('base64') });
      const { userImage } = (await header.json()) as { userImage: string };
      const { height } = await readPicture(call, `image/thumb/${userImage}`);
      assert.equal(height, 200);
    });
  }

  test('stores the pictures of a post, and keeps PNG and animated GIF what they are', async () => {
    const pictures = [
      await createPicture({ format: 'jpeg' }),
      await createPicture(),
      await createAnimatedPicture(['red', 'green', 'blue']),
    ];
    const { images } = await post(call, 'with pictures', pictures);
    const kinds = await Promise.all(
      images.map(async (name) => {
        const full = await readPicture(call, `image/full/${name}`);
        const thumbnail = await readPicture(call, `image/thumb/${name}`);
        return [full.format, full.pages ?? 1, thumbnail.format, thumbnail.pages ?? 1];
      }),
    );
    assert.deepEqual(kinds, [
      ['jpeg', 1, 'jpeg', 1],
      ['png', 1, 'png', 1],
      ['gif', 3, 'gif', 3],
    ]);
  });

  test('draws QR codes and identicons', async () => {
    assert.equal((await readPicture(call, 'image/qrcode?string=gangway')).width, 400);
    const { userID } = (await (await call('GET', 'user/whoami')).json()) as { userID: string };
    assert.equal((await readPicture(call, `image/user/identicon/${userID}`)).format, 'png');
  });

  test('reads a workbook in a process of its own', async () => {
    const workbook = createWorkbook({ Performers: [['Name'], ['Ada Brook']] }).toString('base64');
    await call('POST', 'admin/performer/link/upload', workbook);
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

  test('makes a backup next to the running service that another machine restores and serves', async () => {
    const { postID, images } = await post(call, 'in the backup', [await createPicture()]);
    await onShip(user, async (other) => {
      const backup = join(other.folder, 'gangway.tar.gz');
      await ship.run(['backup', backup]);
      await other.run(['verify', backup]);
      await other.run(['restore', backup]);
      await runWhileServing(await other.start('serve'), async (restored) => {
        await assertHasPost(await signIn(restored), { postID, text: 'in the backup', images });
      });
      await other.run(['verify']);
    });
  });

  test('keeps everything it writes in its data folder', () => {
    assert.deepEqual(readdirSync(ship.folder).sort(), [...ship.givenFiles, 'data'].sort());
  });
}

function testEnds(user: number | undefined): void {
  test('ends when asked to, and leaves nothing inconsistent', async () => {
    await onShip(user, async (ship) => {
      assert.equal(await (await ship.startQuickly()).stop(), 0);
      await ship.run(['verify']);
    });
  });

  test('unpacks its native libraries again when they are damaged', async () => {
    await onShip(user, async (ship) => {
      await (await ship.startQuickly()).stop();
      const entries = readdirSync(join(ship.data, 'cache'), { recursive: true, withFileTypes: true });
      for (const entry of entries) if (entry.isFile()) truncateSync(join(entry.parentPath, entry.name), 100);
      await ship.run(['verify']);
    });
  });

  test('has all acknowledged data after SIGKILL', async () => {
    await onShip(user, async (ship) => {
      const service = await ship.start('serve');
      const posted = await runWhileServing(service, async () => {
        const posted = await post(await signIn(service), 'before the kill', [await createPicture()]);
        await service.kill();
        return posted;
      });
      await runWhileServing(await ship.start('serve'), async (again) => assertHasPost(await signIn(again), posted));
      await ship.run(['verify']);
    });
  });

  for (const [serving, following] of pairs) {
    const [first, second] = [serving, following].map(({ executable }) => basename(executable));
    test(`${second} follows ${first} on another machine, and takes its place once that is killed`, async () => {
      await onShip(user, (server) => onShip(user, (spare) => takeOver(server, spare), following), serving);
    });
  }
}

/** Lets a spare follow a server, kills the server and promotes the spare. */
async function takeOver(server: Ship, spare: Ship): Promise<void> {
  const service = await server.start('serve');
  let follower: SpareProcess | undefined;
  try {
    const [code = ''] = (await server.run(['spare', 'pair'])).split('\n');
    follower = spare.follow(service.url, code);
    const posted = await post(await signIn(service), 'on the server', [await createPicture()]);
    await follower.waitUntilCurrent();
    await service.kill();
    await runWhileServing(await spare.start('promote', '--yes'), async (promoted) => {
      assert.equal(await follower?.ended, 0);
      await assertHasPost(await signIn(promoted), posted);
      await spare.run(['verify']);
    });
  } finally {
    follower?.end();
    await service.kill();
  }
}

async function runWhileServing<Result>(
  service: ServiceProcess,
  work: (service: ServiceProcess) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** Calls the API as the admin. Throws unless the call succeeds. */
type CallAPI = (method: string, path: string, body?: unknown) => Promise<Response>;

async function signIn({ url }: ServiceProcess): Promise<CallAPI> {
  const caller =
    (authorization: string): CallAPI =>
    async (method, path, body) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const sent = body === undefined ? null : JSON.stringify(body);
      const response = await fetch(`${url}/api/v3/${path}`, { method, headers, body: sent });
      if (!response.ok) assert.fail(`${method} ${path} returned ${response.status}: ${await response.text()}`);
      return response;
    };
  const credentials = Buffer.from(`admin:${password}`).toString('base64');
  const login = await caller(`Basic ${credentials}`)('POST', 'auth/login');
  const { token } = (await login.json()) as { token: string };
  return caller(`Bearer ${token}`);
}

interface Post {
  readonly postID: number;
  readonly text: string;
  readonly images: readonly string[];
}

async function post(call: CallAPI, text: string, pictures: readonly Buffer[]): Promise<Post> {
  const images = pictures.map((picture) => ({ image: picture.toString('base64') }));
  const body = { text, images, postAsModerator: false, postAsDevTeam: false };
  return (await (await call('POST', 'microblog/create', body)).json()) as Post;
}

async function assertHasPost(call: CallAPI, { postID, text, images }: Post): Promise<void> {
  const found = (await (await call('GET', `microblog/${postID}`)).json()) as Post;
  assert.equal(found.text, text);
  assert.deepEqual(found.images, images);
  for (const name of images) assert.equal((await readPicture(call, `image/full/${name}`)).width, 300);
}

const readPicture = async (call: CallAPI, path: string) =>
  sharp(await (await call('GET', path)).arrayBuffer()).metadata();
