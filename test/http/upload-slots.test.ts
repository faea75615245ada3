import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { UploadCapacity } from '#http/upload-slots.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp, type User } from '../support/app.ts';
import { fixtureApi, fixtureArea, fixtureDrawings, fixtureHold } from '../support/fixture-area.ts';
import { connectRaw, type RawConnection } from '../support/raw.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const megabyte = 1_000_000;
/** Smaller limits than in a real service, in the same proportions. */
const uploadRoom: UploadCapacity = {
  all: { bodies: 5, bytes: 20 * megabyte },
  perAddress: { bodies: 4, bytes: 15 * megabyte },
  perFamily: { bodies: 2, bytes: 10 * megabyte },
};
const app = await startTestApp({
  areas: [...areas, fixtureArea],
  environment: { TRUSTED_PROXIES: '127.0.0.1' },
  limits: { uploadRoom },
});

interface Upload {
  readonly bytes?: number;
  readonly address?: string;
  readonly path?: string;
}

/** Starts an upload that sends only its beginning. */
async function beginUpload({ token }: User, { bytes = 1_000_000, address = '10.0.0.1', path = 'upload' }: Upload = {}) {
  const raw = await connectRaw(app.url);
  raw.write(
    `POST /api/v3/fixture/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  raw.write(`{"data":"${'x'.repeat(200_000)}`);
  return raw;
}

const countUploads = (): number => readdirSync(app.context.config.folders.incoming).length;
const isAlive = async () => (await app.anonymous.send('GET', '/api/v3/fixture/long')).status === 200;
async function waitUntilUploading(count: number): Promise<void> {
  while (countUploads() !== count) assert.ok(await isAlive());
}

async function resetUpload(uploads: readonly RawConnection[]): Promise<void> {
  for (const upload of uploads) upload.reset();
  await waitUntilUploading(0);
}

test('each family has its own limit for large bodies', {
  timeout: timeoutMilliseconds,
}, async () => {
  const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
  const uploads = [await beginUpload(james), await beginUpload(james)];
  await waitUntilUploading(2);
  const rejected = await (await beginUpload(james)).until('}');
  assert.match(rejected, /^HTTP\/1.1 429/);
  assert.match(rejected, /retry-after: \d+/i);
  assert.match(
    rejected,
    /"error":true,"status":429,"code":"tooManyRequests","reason":"Too many of your uploads are in progress. Please try again."/,
  );
  assert.equal((await heidi.call(fixtureApi.upload, { body: { data: 'x'.repeat(100_000) } })).status, 200);
  await resetUpload(uploads);
  assert.equal((await james.call(fixtureApi.upload, { body: { data: 'x'.repeat(100_000) } })).status, 200);
});

test('a family’s pending uploads still count after another one has finished', {
  timeout: timeoutMilliseconds,
}, async () => {
  const james = await app.logIn('james');
  const uploads = [await beginUpload(james), await beginUpload(james)];
  await waitUntilUploading(2);
  uploads.shift()?.reset();
  await waitUntilUploading(1);
  uploads.push(await beginUpload(james));
  await waitUntilUploading(2);
  assert.match(await (await beginUpload(james)).until('}'), /^HTTP\/1.1 429/);
  await resetUpload(uploads);
});

test('an address can’t take all slots, and if all are taken the response is 503', {
  timeout: timeoutMilliseconds,
}, async () => {
  const users = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')] as const;
  const uploads: RawConnection[] = [];
  for (const user of [users[0], users[0], users[1], users[1]]) uploads.push(await beginUpload(user));
  await waitUntilUploading(4);
  assert.match(await (await beginUpload(users[2])).until('}'), /^HTTP\/1.1 429/);
  uploads.push(await beginUpload(users[2], { address: '10.0.0.2' }));
  await waitUntilUploading(5);
  const rejected = await (await beginUpload(users[2], { address: '10.0.0.2' })).until('}');
  assert.match(rejected, /^HTTP\/1.1 503[\s\S]*retry-after: \d+/i);
  await resetUpload(uploads);
});

test('waiting uploads have a disk budget; announced bodies reserve their length', async () => {
  const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
  const uploads = [await beginUpload(james, { bytes: 8 * megabyte })];
  await waitUntilUploading(1);
  assert.match(await (await beginUpload(james, { bytes: 3 * megabyte })).until('}'), /^HTTP\/1.1 429/);
  uploads.push(await beginUpload(heidi, { bytes: 7 * megabyte, address: '10.0.0.2' }));
  await waitUntilUploading(2);
  const sam = await app.logIn('sam');
  const late = await (await beginUpload(sam, { bytes: 6 * megabyte, address: '10.0.0.3' })).until('}');
  assert.match(late, /^HTTP\/1.1 503/);
  await resetUpload(uploads);
});

test('a body that arrives too slowly is 408', { timeout: timeoutMilliseconds }, async () => {
  const { token } = await app.logIn('james');
  const begin = async (path: string, length: number) => {
    const raw = await connectRaw(app.url);
    raw.write(
      `POST /api/v3/fixture/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await raw.until('100 Continue');
    return raw;
  };
  const small = await begin('greet', 1000);
  app.clock.advance({ seconds: 29 });
  small.write(`{"name":"x"}${' '.repeat(500)}`);
  assert.ok(await isAlive());
  app.clock.advance({ seconds: 2 });
  small.write(' ');
  const rejected = await small.until('}');
  assert.match(
    rejected,
    /HTTP\/1.1 408[\s\S]*"status":408,"code":"tooSlow","reason":"The request body arrived too slowly/,
  );
  const large = await begin('upload', 2 * megabyte);
  large.write(`{"data":"${'x'.repeat(400_000)}`);
  await waitUntilUploading(1);
  app.clock.advance({ minutes: 3 });
  large.write('x');
  assert.match(await large.until('}'), /HTTP\/1.1 408/);
  await waitUntilUploading(0);
});

test('a slow phone that keeps up the minimum rate is accepted', { timeout: timeoutMilliseconds }, async () => {
  const { token } = await app.logIn('james');
  const raw = await connectRaw(app.url);
  const [start, end] = ['{"data":"', '"}'];
  const length = start.length + 20 * 10_000 + end.length;
  raw.write(
    `POST /api/v3/fixture/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${start}`,
  );
  for (let sent = 0; sent < 20; sent += 1) {
    raw.write('x'.repeat(10_000));
    assert.ok(await isAlive());
    app.clock.advance({ seconds: 2 });
  }
  raw.write(end);
  assert.match(await raw.received, /^HTTP\/1.1 200[\s\S]*"length":200000/);
});

test('users who can’t create content get 403 before their pictures are read', async () => {
  const unverified = await app.logIn('unverified');
  const picture = await beginUpload(unverified, { path: 'draw' });
  assert.match(await picture.until('}'), /^HTTP\/1.1 403[\s\S]*Your account can't post/);
  assert.equal(countUploads(), 0);
  const raw = await connectRaw(app.url);
  raw.write(
    `POST /api/v3/fixture/draw HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${unverified.token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  raw.write(`${(70_000).toString(16)}\r\n${' '.repeat(70_000)}\r\n`);
  assert.match(await raw.until('}'), /^HTTP\/1.1 403/);
  assert.equal((await unverified.call(fixtureApi.draw, { body: { name: 'x' } })).status, 200);
});

test('one family’s slow pictures don’t delay another’s, however small', {
  timeout: timeoutMilliseconds,
}, async () => {
  const [james, heidi] = [await app.logIn('james'), await app.logIn('heidi')];
  const draw = (user: User, name: string) =>
    user.call(fixtureApi.draw, { body: { name, picture: Buffer.from('a picture').toString('base64') } });
  const [reached, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  Object.assign(fixtureHold, { until: hold.promise, reached: reached.resolve });
  fixtureDrawings.length = 0;
  const slow = Array.from({ length: 10 }, (_, index) => draw(james, `james ${index}`));
  await reached.promise;
  await isAlive();
  fixtureHold.until = Promise.resolve();
  assert.equal((await draw(heidi, 'heidi')).status, 200);
  assert.deepEqual(fixtureDrawings, ['heidi']);
  hold.resolve();
  await Promise.all(slow);
  assert.equal(fixtureDrawings.length, 11);
});
