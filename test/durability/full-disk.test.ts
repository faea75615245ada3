import assert from 'node:assert/strict';
import { request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { basicAuthorization, createShip, getErrorSentence, logIn, readUntil } from '../cli/support.ts';
import { createClient } from '../support/client.ts';
import { createSmallDisk } from './small-disk.ts';

type User = Awaited<ReturnType<typeof logIn>>;
const maxWrites = 2000;

/** A small picture, and one large enough to be buffered in a file. */
const pictures = await Promise.all(
  [50, 900].map(async (width) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = sharp({ create: { width, height: width, channels: 3, background: 'teal', noise } });
    return (await picture.png().toBuffer()).toString('base64');
  }),
);

/** Starts a service and fills its disk. */
async function serveOnFullDisk(context: TestContext) {
  const ship = createShip();
  const disk = createSmallDisk(ship.data);
  const service = await ship.serve(['serve'], { within: disk.within });
  const [james, heidi] = [await logIn(service.url, 'james'), await logIn(service.url, 'heidi')];
  const heidiID: string = (await james.send('GET', '/api/v3/users/find/heidi')).body.userID;
  const fezID = await createUnreadChat(james, heidiID);
  let acknowledged = 'nothing';

  /** Writes a note; remembers the last one that was acknowledged. */
  async function write(note: string) {
    const response = await james.send('POST', `/api/v3/users/${heidiID}/note`, { body: { note } });
    if (response.status === 201) acknowledged = note;
    return response;
  }

  /** The service first uses up the free pages of the existing log. */
  async function writeUntilRejected() {
    for (let number = 1; number <= maxWrites; number += 1) {
      const response = await write(`note ${number}`);
      if (response.status !== 201) return response;
    }
    throw new Error(`${maxWrites} writes on a full disk were acknowledged`);
  }

  const assertNoteIsLastAcknowledged = async () =>
    assert.equal((await james.send('GET', `/api/v3/users/${heidiID}/note`)).body.note, acknowledged);

  assert.equal((await write('while there is space')).status, 201);
  disk.fill(service);
  const rejected = await writeUntilRejected();
  context.diagnostic(`${disk.name}, last acknowledged: ${acknowledged}`);
  return { ship, disk, service, james, heidi, fezID, write, rejected, assertNoteIsLastAcknowledged };
}

/** Creates a chat with a post that the user hasn't read. */
async function createUnreadChat(james: User, userID: string): Promise<string> {
  const firstPost = { text: 'unread', images: [] };
  const chat = { fezType: 'closed', title: 'Unread', info: '', minCapacity: 0, maxCapacity: 0, firstPost };
  const created = await james.send('POST', '/api/v3/fez/create', { body: { ...chat, initialUsers: [userID] } });
  assert.equal(created.status, 201, created.reason);
  return created.body.fezID;
}

/** Sends an avatar and reads the response while it is still sending, since the service rejects it before the end. */
function upload(url: string, { token }: User, body: string): Promise<{ status: number | undefined; text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/v3/user/image`, { method: 'POST', headers });
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.setEncoding('utf8').on('data', (text: string) => resolve({ status: response.statusCode, text }));
    });
    sending.end(body);
  });
}

test('on a full disk writes are rejected with a reason, and reads keep working', async (context) => {
  const { service, james, heidi, fezID, write, rejected, assertNoteIsLastAcknowledged } =
    await serveOnFullDisk(context);
  assert.equal(rejected.status, 503);
  assert.match(rejected.reason, /the disk of the server/i);
  assert.match(String(rejected.headers.get('retry-after')), /^\d+$/);
  assert.equal((await write('again')).status, 503);

  for (const image of pictures) {
    const { status, text } = await upload(service.url, james, JSON.stringify({ image }));
    assert.equal(status, 503);
    assert.match(text, /the disk of the server/i);
  }

  assert.equal((await james.send('GET', '/api/v3/user/whoami')).status, 200);
  // The reported state may be a second old.
  const health = await readUntil(
    () => james.send('GET', '/api/v3/client/health'),
    ({ body }) => body.reason !== 'OK',
  );
  assert.deepEqual([health.status, health.body.status], [200, 200]);
  assert.match(health.body.reason, /the disk of the server/i);
  await assertNoteIsLastAcknowledged();
  assert.equal((await james.send('GET', '/api/v3/events')).status, 200);
  await logIn(service.url, 'james');
  for (const path of [`fez/${fezID}`, 'notification/announcements', 'notification/global']) {
    assert.equal((await heidi.send('GET', `/api/v3/${path}`)).status, 200, path);
  }
});

test('a full disk is logged once when it begins and once when it ends, and status shows it', async (context) => {
  const { ship, disk, service, james, write } = await serveOnFullDisk(context);
  for (let calls = 0; calls < 50; calls += 1) await write('again');
  await service.says(/The disk of the server/);
  const readStatus = async () => {
    const { code, stdout } = await ship.run(['status', '--json'], { within: disk.enter(service) });
    return { code, troubles: JSON.parse(stdout).troubles.map(({ name }: { name: string }) => name) };
  };
  // The service writes its state every five seconds.
  const found = await readUntil(readStatus, ({ code }) => code !== 0);
  assert.equal(found.code, 1);
  if (disk.name === 'a small disk') assert.ok(found.troubles.includes('storing'), found.troubles.join());
  const metrics = await createClient(service.url, basicAuthorization('prometheus', 'password')).send(
    'GET',
    '/api/v3/client/metrics',
  );
  assert.match(metrics.bytes.toString(), /^gangway_writable 0$/m);
  disk.makeSpace(service);
  await service.says(/resolved: The disk of the server/);
  const lines = service
    .output()
    .split('\n')
    .filter((line) => /The disk of the server/.test(line));
  assert.equal(lines.length, 2, lines.join('\n'));
  assert.equal((await james.send('GET', '/api/v3/user/whoami')).status, 200);
});

test('writing resumes by itself once there is space, with all that was acknowledged and no damage', async (context) => {
  const { ship, disk, service, james, write, assertNoteIsLastAcknowledged } = await serveOnFullDisk(context);
  await assertNoteIsLastAcknowledged();
  disk.makeSpace(service);
  const { status } = await readUntil(
    () => write('there is space again'),
    (response) => response.status === 201,
  );
  assert.equal(status, 201);
  assert.equal((await james.send('GET', '/api/v3/client/health')).body.reason, 'OK');
  const verified = await ship.run(['verify'], { within: disk.enter(service) });
  assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
  assert.equal((await service.end('SIGTERM')).code, 0);
});

test('a full data disk doesn’t prevent a backup to another disk; a full backup disk is an error', async (context) => {
  const { ship, disk, service } = await serveOnFullDisk(context);
  const within = disk.enter(service);
  const made = await ship.run(['backup', join(ship.folder, 'backup.tar.gz')], { within });
  assert.equal(made.code, 0, made.stderr);
  const elsewhere = createShip();
  assert.equal((await elsewhere.run(['restore', join(ship.folder, 'backup.tar.gz')])).code, 0);
  assert.equal((await elsewhere.run(['verify'])).code, 0);

  // If mounting isn't permitted, only the service has the limit.
  if (within.length === 0) return;
  const rejected = await ship.run(['backup', join(ship.data, 'backup.tar.gz')], { within });
  assert.equal(rejected.code, 1);
  assert.match(
    getErrorSentence(rejected),
    /The disk of .*data is full, with .* left after cleaning up: free some space, or choose/,
  );
});
