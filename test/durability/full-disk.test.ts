import assert from 'node:assert/strict';
import { request } from 'node:http';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { createShip, logIn, type RunningService, withinTwoSeconds } from '../cli/support.ts';
import { createSmallDisk } from './small-disk.ts';

const ship = createShip();
const disk = createSmallDisk(ship.data);
const maxWrites = 2000;
let service: RunningService;
let james: Awaited<ReturnType<typeof logIn>>;
let heidi: Awaited<ReturnType<typeof logIn>>;
let heidiID: string;
/** A chat with a post that heidi has not read. */
let fezID: string;
let acknowledged = 'nothing';

before(async () => {
  service = await ship.serve(['serve'], { within: disk.within });
  james = await logIn(service.url, 'james');
  heidi = await logIn(service.url, 'heidi');
  heidiID = (await james.send('GET', '/api/v3/users/find/heidi')).body.userID;
  const firstPost = { text: 'unread', images: [] };
  const chat = { fezType: 'closed', title: 'Unread', info: '', minCapacity: 0, maxCapacity: 0, firstPost };
  const made = await james.send('POST', '/api/v3/fez/create', { body: { ...chat, initialUsers: [heidiID] } });
  assert.equal(made.status, 201, made.reason);
  fezID = made.body.fezID;
});

/** A small one, and one that is so large that it waits in a file. */
const pictures = await Promise.all(
  [50, 900].map(async (width) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = sharp({ create: { width, height: width, channels: 3, background: 'teal', noise } });
    return (await picture.png().toBuffer()).toString('base64');
  }),
);

/** Writes a note; remembers the last one that was acknowledged. */
async function write(note: string) {
  const response = await james.send('POST', `/api/v3/users/${heidiID}/note`, { body: { note } });
  if (response.status === 201) acknowledged = note;
  return response;
}

/** Sends an avatar and reads the answer while it is still sending: a rejection does not wait for the end of it. */
function upload(body: string): Promise<{ status: number | undefined; text: string }> {
  const headers = { authorization: `Bearer ${james.token}`, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sending = request(`${service.url}/api/v3/user/image`, { method: 'POST', headers });
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.setEncoding('utf8').on('data', (text: string) => resolve({ status: response.statusCode, text }));
    });
    sending.end(body);
  });
}

/** Pages of the log that were there before are used up first. */
async function writeUntilRefused() {
  for (let number = 1; number <= maxWrites; number += 1) {
    const response = await write(`note ${number}`);
    if (response.status !== 201) return response;
  }
  throw new Error(`${maxWrites} writes on a full disk were acknowledged`);
}

test(`on a full disk (${disk.name}) writes are rejected with a reason, and reading goes on`, async (context) => {
  assert.equal((await write('while there is space')).status, 201);
  disk.fill(service);
  const refused = await writeUntilRefused();
  context.diagnostic(`last acknowledged: ${acknowledged}`);
  assert.equal(refused.status, 503);
  assert.match(refused.reason, /the disk of the server/);
  assert.match(String(refused.headers.get('retry-after')), /^\d+$/);
  assert.equal((await write('again')).status, 503);

  for (const image of pictures) {
    const { status, text } = await upload(JSON.stringify({ image }));
    assert.equal(status, 503);
    assert.match(text, /the disk of the server/);
  }

  assert.equal((await james.send('GET', '/api/v3/user/whoami')).status, 200);
  assert.equal((await james.send('GET', `/api/v3/users/${heidiID}/note`)).body.note, acknowledged);
  assert.equal((await james.send('GET', '/api/v3/events')).status, 200);
  await logIn(service.url, 'james');
  for (const path of [`fez/${fezID}`, 'notification/announcements', 'notification/global']) {
    assert.equal((await heidi.send('GET', `/api/v3/${path}`)).status, 200, path);
  }
});

test('writing resumes by itself once there is space, with everything that was acknowledged and nothing damaged', async () => {
  assert.equal((await james.send('GET', `/api/v3/users/${heidiID}/note`)).body.note, acknowledged);
  disk.makeSpace(service);
  const { status } = await withinTwoSeconds(
    () => write('there is space again'),
    (response) => response.status === 201,
  );
  assert.equal(status, 201);
  const verified = await ship.run(['verify'], { within: disk.beside(service) });
  assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`);
  assert.equal((await service.end('SIGTERM')).code, 0);
});
