import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLink } from '#spare/follower/link.ts';
import { State } from '#spare/wire/messages.ts';
import { linkProtocol } from '#spare/wire/secure.ts';
import { pairWith, startSpare } from '../spare/spare.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { waitUntil } from '../support/processes.ts';
import { connectRaw } from '../support/raw.ts';

const upgradeRequest = `GET /spare HTTP/1.1\r\nHost: box\r\nConnection: Upgrade\r\nUpgrade: ${linkProtocol}\r\n\r\n`;
const failuresOfAddress = 60;

/** Upgrades a connection and sends invalid handshake bytes. Returns the status of the upgrade. */
async function failHandshake({ url }: TestApp, from: string): Promise<number> {
  const raw = await connectRaw(url, from);
  raw.write(upgradeRequest);
  await Promise.race([raw.until('HTTP/1.1 101'), raw.received]);
  raw.write('This is no handshake');
  const [, status] = (await raw.received).split(' ');
  return Number(status);
}

/** Fails handshakes until an upgrade is rejected. Returns how many failed, and the status of the rejection. */
async function failUntilRejected(app: TestApp, from: string, most: number) {
  for (let failed = 0; failed < most; failed += 1) {
    const status = await failHandshake(app, from);
    if (status !== 101) return { failed, status };
  }
  return { failed: most, status: 101 };
}

async function askAsSpare(app: TestApp, code: string): Promise<void> {
  const link = createLink(app.url, code);
  await link.ask({ ask: 'state' }, State).finally(link.close);
}

test('an address has 60 failed handshakes, then one more each second; others aren’t affected', async () => {
  const app = await startTestApp();
  pairWith(app);
  const outcome = await failUntilRejected(app, '127.0.0.7', 3 * failuresOfAddress);
  assert.deepEqual(outcome, { failed: failuresOfAddress, status: 429 });
  assert.equal(await failHandshake(app, '127.0.0.8'), 101);
  app.clock.advance({ seconds: 1 });
  assert.deepEqual(await failUntilRejected(app, '127.0.0.7', 3), { failed: 1, status: 429 });
});

test('clients at the spare’s address can’t keep it out', async () => {
  const app = await startTestApp();
  const spare = startSpare(app.url, pairWith(app));
  const isAttached = () => app.context.spare.read()?.isAttached === true;
  await waitUntil('the copy is complete', () => spare.lines.includes('the copy of the database is complete'));
  assert.equal((await failUntilRejected(app, '127.0.0.1', 2 * failuresOfAddress)).status, 101);
  const before = app.context.spare.read()?.since;
  await spare.stop();
  spare.start();
  await waitUntil('it follows again', () => isAttached() && app.context.spare.read()?.since !== before);
});

test('failures at its address only delay a new spare, and its own handshakes don’t count', async () => {
  const app = await startTestApp();
  const code = pairWith(app);
  await failUntilRejected(app, '127.0.0.1', 2 * failuresOfAddress);
  await assert.rejects(askAsSpare(app, code), /answers with 429/);
  app.clock.advance({ seconds: 1 });
  for (let links = 0; links < 2 * failuresOfAddress; links += 1) await askAsSpare(app, code);
});
