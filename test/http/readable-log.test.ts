import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { imagesApi } from '#core/images/api.ts';
import { withBasic } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';

const logBook = createLogBook();
const app = await startTestApp({ log: logBook.log });

/** Lines per minute that a person can read, whatever passengers and attackers do. */
const maxLines = 25;
const rounds = 100;

test('a thousand calls of every kind in a minute produce a readable log', async () => {
  const james = await app.logIn('james');
  await app.runJob('write-minute-log');
  logBook.clear();
  let calls = 0;
  const kinds = [
    () => james.call(accountsApi.whoami),
    () => app.anonymous.send('GET', `/api/v3/nowhere/${calls}`),
    () => app.anonymous.call(accountsApi.whoami),
    () => withBasic(app, `unknown${calls}:wrong`).call(accountsApi.login),
    () => withBasic(app, 'heidi:wrong').call(accountsApi.login),
    () => withBasic(app, 'sam:password').call(accountsApi.login),
    () => james.call(imagesApi.qrCode, { params: { text: 'x' } }),
    () => james.send('POST', '/api/v3/fez/create', { body: '{"broken' }),
    () => app.anonymous.call(accountsApi.create, { body: { username: `crowd-${calls}`, password: 'password' } }),
    () => app.anonymous.send('BREW', '/api/v3/client/health'),
  ];
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      kinds.map((call) => {
        calls += 1;
        return call();
      }),
    );
  }
  await app.runJob('write-minute-log');
  const lines = logBook.lines();
  const words = lines.map(({ level, msg }) => `${level} ${msg}`).join('\n');
  assert.ok(lines.length <= maxLines, `${lines.length} lines of ${calls} calls:\n${words}`);
  const [sums] = logBook.find(/^in the last minute$/);
  assert.deepEqual([sums?.registrations, sums?.logins], [rounds, rounds]);
  assert.match(words, /paused logins to an account after too many wrong passwords/);
  assert.doesNotMatch(words, /^error/m);
});
