import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { imagesApi } from '#core/images/api.ts';
import { invalidateThumbnail } from '#core/images/stored-picture.ts';
import { startTestApp } from '../support/app.ts';
import { skipWithout } from '../support/platform.ts';
import { connectRaw } from '../support/raw.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp();
const { pictures } = app.context;
const user = await app.logIn('james');

for (const size of ['full', 'thumb', 'archive'] as const) {
  const endpoint = { full: imagesApi.fullPicture, thumb: imagesApi.thumbnail, archive: imagesApi.archivedThumbnail }[
    size
  ];

  for (const range of [undefined, 'bytes=0-1']) {
    test(`${range ? 'a part of ' : ''}a picture (${size}) whose file is deleted while it's fetched is 404`, async (t) => {
      const filename = `${randomUUID()}.png`;
      await pictures[size].save(filename, Buffer.from('a picture'));
      const { describe } = pictures[size];
      t.mock.method(pictures[size], 'describe', async (name: string) => {
        const found = await describe(name);
        if (found) await rm(found.path);
        invalidateThumbnail(app.context, name);
        return found;
      });
      const headers = range && { range };
      const staff = await app.atLevel('moderator');
      const reply = await staff.call(endpoint, { params: { filename }, ...(headers && { headers }) });
      assert.equal(reply.status, 404, reply.reason);
      assert.match(reply.reason, /not found/);
    });
  }

  test(`a picture (${size}) that's missing, and forgotten by the cache while it's looked for, is 404`, async (t) => {
    const filename = `${randomUUID()}.png`;
    t.mock.method(pictures[size], 'describe', async (name: string) => {
      invalidateThumbnail(app.context, name);
      return undefined;
    });
    const staff = await app.atLevel('moderator');
    assert.equal((await staff.call(endpoint, { params: { filename } })).status, 404);
  });
}

test('a file is sent completely, in ranges, and not at all for HEAD', async () => {
  const filename = `${randomUUID()}.png`;
  const content = Buffer.alloc(200_000, 'picture ');
  await pictures.full.save(filename, content);
  const path = `/api/v3/image/full/${filename}`;
  const whole = await user.send('GET', path);
  assert.deepEqual(whole.bytes, content);
  const part = await user.send('GET', path, { headers: { range: 'bytes=65530-131080' } });
  assert.deepEqual([part.status, part.bytes], [206, content.subarray(65_530, 131_081)]);
  const head = await user.send('HEAD', path);
  assert.deepEqual([head.status, head.bytes.length, head.headers.get('content-length')], [200, 0, '200000']);
});

/** Whether this process has the file open. */
const isOpen = (name: string): boolean =>
  readdirSync('/proc/self/fd').some((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`).endsWith(name);
    } catch {
      return false;
    }
  });

test('a file is closed when its client disconnects', {
  skip: skipWithout('/proc'),
  timeout: timeoutMilliseconds,
}, async () => {
  const filename = `${randomUUID()}.png`;
  await pictures.full.save(filename, Buffer.alloc(20_000_000));
  const raw = await connectRaw(app.url);
  raw.write(`GET /api/v3/image/full/${filename} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n\r\n`);
  await raw.until('\r\n\r\n');
  raw.pause();
  assert.ok(isOpen(filename));
  raw.reset();
  while (isOpen(filename)) await user.send('GET', '/api/v3/client/health');
});
