import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp } from '../support/app.ts';

const delayMilliseconds = 300;
const app = await startTestApp({ limits: { errorPace: { atOnce: { max: 2, seconds: 60 }, delayMilliseconds } } });
const james = await app.logIn('james');

async function measure(call: () => Promise<{ status: number }>): Promise<{ status: number; milliseconds: number }> {
  const start = performance.now();
  const { status } = await call();
  return { status, milliseconds: performance.now() - start };
}

const fail = () => measure(() => james.call(fezApi.read, { params: { fezID: 'nonsense' } }));

test('an address gets its first errors at once and further ones late, and everything else at once (core rule 130a)', async () => {
  const all = [await fail(), await fail(), await fail(), await fail()];
  for (const { status } of all) assert.equal(status, 400);
  // A busy machine may delay an early one too, but not all of them.
  const [first, second, third, fourth] = all.map(({ milliseconds }) => milliseconds >= delayMilliseconds - 1);
  assert.deepEqual([first && second, third, fourth], [false, true, true]);
  const successes = [];
  for (let call = 0; call < 5; call += 1) successes.push(await measure(() => james.call(accountsApi.whoami)));
  assert.ok(successes.every(({ status }) => status === 200));
  assert.ok(successes.some(({ milliseconds }) => milliseconds < delayMilliseconds));
});

test('when its errors have had time to become fewer, they arrive at once again', async () => {
  app.clock.advance({ minutes: 1 });
  const early = [await fail(), await fail()];
  assert.ok(early.some(({ milliseconds }) => milliseconds < delayMilliseconds));
});
