import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imagesApi } from '#core/images/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { watchMemory } from '../../build/measuring/bench/memory.ts';
import { createShip, logIn } from '../cli/support.ts';
import type { Client } from '../support/client.ts';
import { createGzippedSvg, createNestedOverlays, createSlowPng, createVastWebp } from '../support/hostile-pictures.ts';
import { createPicture, toUpload } from '../support/pictures.ts';
import { skipWithout } from '../support/platform.ts';
import { listPictureWorkers, readProcessorSeconds, waitUntil, waitUntilEnded } from '../support/processes.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const upload = (user: Client, picture: Buffer) => user.call(profilesApi.setAvatar, { body: toUpload(picture) });

/** Asserts that other requests are served while hostile pictures are processed. */
async function assertServed(user: Client): Promise<void> {
  const results = await Promise.all([
    upload(user, await createPicture()),
    user.call(imagesApi.qrCode, { query: { string: 'ahoy' } }),
    user.call(imagesApi.identicon, { params: { userID: '7c9e6679-7425-40de-944b-e07fc1f90ae7' } }),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    [200, 200, 200],
  );
}

test('pictures that would take gigabytes or hours are 400, without affecting others', {
  skip: skipWithout('/proc'),
  timeout: timeoutMilliseconds,
}, async () => {
  const service = await createShip().serve();
  const [attacker, passenger] = [await logIn(service.url, 'sam'), await logIn(service.url, 'heidi')];
  const memory = watchMemory(service.pid);
  const uploads = [
    createGzippedSvg(),
    createGzippedSvg(),
    await createNestedOverlays(10_000),
    await createNestedOverlays(4_000),
    createVastWebp(),
  ];
  const attacks = uploads.map((picture) => upload(attacker, picture));
  for (let time = 0; time < 3; time += 1) await assertServed(passenger);
  const results = await Promise.all(attacks);
  const highest = memory();
  assert.ok(highest < 700, `${highest} MiB`);
  const reasons = results.map(({ fieldErrors }) => fieldErrors?.image ?? 'none');
  // Overlays are a part of AVIF, so those within the limits are accepted.
  assert.deepEqual(
    results.map(({ status }) => status),
    [400, 400, 400, 200, 400],
    reasons.join('\n'),
  );
  for (const reason of reasons.slice(0, 2)) assert.match(reason, /JPEG, PNG, GIF, WebP, AVIF or TIFF/);
  for (const index of [2, 4]) assert.match(reasons[index] ?? '', /too much time or memory/);
  assert.equal((await service.end('SIGTERM')).code, 0);
});

test('SIGTERM ends a service within five seconds, even while it decodes pictures', {
  skip: skipWithout('/proc', 'signals'),
  timeout: timeoutMilliseconds,
}, async () => {
  const service = await createShip().serve();
  const attacker = await logIn(service.url, 'sam');
  const before = readProcessorSeconds(service.pid);
  const attacks = [createGzippedSvg(), createSlowPng(), createSlowPng()].map((picture) =>
    upload(attacker, picture).catch(() => 'cut'),
  );
  await waitUntil('pictures are being decoded', () => readProcessorSeconds(service.pid) > before + 0.5);
  const workers = listPictureWorkers(service.pid);
  const { code, milliseconds } = await service.end('SIGTERM');
  assert.equal(code, 0);
  assert.ok(milliseconds < 5000, `took ${milliseconds} ms`);
  await waitUntilEnded(workers);
  await Promise.all(attacks);
});
