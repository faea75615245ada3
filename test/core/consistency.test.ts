import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { accountsApi } from '#core/accounts/api.ts';
import { consistencyApi } from '#core/consistency/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fillSailing } from '../../build/made-up-sailing/fill-sailing.ts';
import { chatsPart } from '../../build/made-up-sailing/parts/chats.ts';
import { findInconsistencies } from '../../src/app/verify.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const { sqlite } = app.context.db;
const people = await fillSailing(app.context, { scale: 0.06, parts: [chatsPart] });
const devteam = await app.atLevel('devteam');
const james = await app.logIn('james');

/** Makes the service cache everyone's summary, as if all clients requested it. */
const requestAllSummaries = () =>
  Promise.all(
    people.map(async ({ username }) => {
      const user = await app.logIn(username);
      await user.get(notificationsApi.summary);
    }),
  );

/** Runs a check in which each batch takes the maximum time; `look` runs whenever the check yields. */
async function checkSlowly(look: () => void): Promise<void> {
  let now = performance.now();
  const clock = mock.method(performance, 'now', () => (now += 10));
  let isDone = false;
  await devteam.get(consistencyApi.reload);
  const check = app.runJob('check-consistency').finally(() => {
    isDone = true;
  });
  while (!isDone) {
    look();
    await setImmediate();
  }
  clock.mock.restore();
  await check;
}

test('recomputing derived values yields to others between batches', async () => {
  await requestAllSummaries();
  let [turns, isOver] = [0, false];
  const check = checkSlowly(() => {
    turns += 1;
  }).then(() => {
    isOver = true;
  });
  assert.equal((await james.get(accountsApi.whoami)).username, 'james');
  assert.equal(isOver, false, 'a call is served before the check has ended');
  await check;
  assert.ok(turns > people.length, `${turns} turns for the summaries of ${people.length} users`);
});

test('repairs are short transactions, between which others write', async () => {
  const error = mock.method(app.context.log, 'error', () => {});
  const countWrong = sqlite
    .prepare<[], number>('SELECT count(*) FROM fez_readers WHERE read_up_to > (SELECT max(id) FROM fez_posts)')
    .pluck();
  sqlite.exec('UPDATE fez_readers SET read_up_to = 1000000');
  const wrong = Number(countWrong.get());
  assert.ok(wrong > 2000);
  const seen = new Set<number | undefined>();
  const check = checkSlowly(() => seen.add(countWrong.get()));
  const heidi = await app.logIn('heidi');
  await james.get(usersApi.mute, { params: { userID: heidi.userID } });
  await check;
  assert.equal(countWrong.get(), 0);
  assert.ok(seen.size > 4, `the repair was seen at ${[...seen].join()} rows`);
  assert.ok(error.mock.callCount() >= wrong);
  error.mock.restore();
  assert.deepEqual(await findInconsistencies(app.context), []);
});

// This test is the last one, since it stops all jobs.
test('a check ends early when the service stops', async () => {
  await requestAllSummaries();
  const info = mock.method(app.context.log, 'info', () => {});
  let turns = 0;
  const check = checkSlowly(() => {
    turns += 1;
    if (turns === 20) void app.context.jobs.stop();
  });
  await check;
  const texts = info.mock.calls.map(({ arguments: [, text] }) => text);
  assert.equal(texts.includes('recomputed derived values'), false);
  assert.ok(turns < people.length, `${turns} turns`);
});
