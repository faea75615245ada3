import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLink } from '#spare/follower/link.ts';
import { HelloAnswer, protocolVersion, SteppedDown } from '#spare/wire/messages.ts';
import { startTestApp } from '../support/app.ts';
import { openSocket } from '../support/socket.ts';
import { pairWith } from './spare.ts';

const app = await startTestApp();
const link = createLink(app.url, pairWith(app));
after(link.close);

async function stepDown(): Promise<void> {
  const machine = { version: protocolVersion, port: 1, isSecure: false, machine: 'the spare', generation: 1 };
  const { session, generation } = (await link.ask({ ask: 'hello', ...machine }, HelloAnswer)).head;
  await link.ask({ ask: 'step-down', session, generation: generation + 1 }, SteppedDown);
}

test('after a takeover everyone gets an error, except the machine that took over', async () => {
  const james = await app.logIn('james');
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers });
  assert.equal((await james.send('GET', '/api/v3/user/whoami')).status, 200);
  await stepDown();
  const whoami = await james.send('GET', '/api/v3/user/whoami');
  assert.deepEqual([whoami.status, whoami.headers.get('retry-after')], [503, '5']);
  assert.match(String(whoami.reason), /Another machine is taking over/);
  for (const path of ['/', '/api/v3/client/health', '/no/such/address'])
    assert.equal((await ask(path)).status, 503, path);
  const page = await ask('/', { accept: 'text/html' });
  assert.equal(page.status, 503);
  assert.match(await page.text(), /Another machine is taking over/);
  await assert.rejects(openSocket(app.url, '/api/v3/notification/socket', james.token), /503/);
  await stepDown();
});
