import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFreePort } from '../../build/free-port.ts';
import { createShip } from '../cli/support.ts';
import { createLedger } from '../durability/ledger.ts';
import { pair, spareRound, swap } from '../durability/spare-round.ts';
import { createClient } from '../support/client.ts';
import type { RunningService } from '../support/ship.ts';

const rounds = 4;
const maxLossMilliseconds = 2_000;

test(`of a box that is killed in the middle of its writes, ${rounds} times, the spare has all that it waited for, and all but the last moment of the rest`, async (context) => {
  const [one, other] = [createShip(), createShip()];
  const ledger = createLedger();
  const code = await pair(one);
  let machines: Parameters<typeof spareRound>[0] = { box: one, spare: other, code: undefined };
  for (let round = 1; round <= rounds; round += 1) {
    const waits = round % 2 === 0;
    const result = await spareRound(machines, ledger, waits ? { SPARE_WAIT: 'true' } : {});
    context.diagnostic(`${result.acknowledged} acknowledged, ${result.lossMilliseconds.toFixed(0)} ms lost`);
    assert.ok(result.lossMilliseconds < (waits ? 1 : maxLossMilliseconds), `${result.lossMilliseconds} ms lost`);
    machines = swap(machines, code);
  }
});

const logIn = async ({ url }: RunningService): Promise<string> => {
  const credentials = Buffer.from('james:password').toString('base64');
  const response = await createClient(url, `Basic ${credentials}`).send('POST', '/api/v3/auth/login');
  assert.equal(response.status, 200, response.reason);
  return response.body.token;
};

test('a box that can be reached steps down: nothing is lost, logins go on, and it serves no more until it follows', async () => {
  const [box, spare] = [createShip(), createShip()];
  const port = String(await findFreePort());
  const service = await box.serve();
  const code = await pair(box);
  const follower = await spare.runUntil(['spare', 'run', service.url, code], /copy of the database is complete/, {
    environment: { PORT: port },
  });
  const token = await logIn(service);

  const promoted = await spare.serve(['promote', '--yes'], { environment: { PORT: port } });
  assert.match(promoted.output(), /has stepped down: nothing is lost/);
  assert.equal((await follower.ended).code, 0, follower.output());
  assert.equal((await service.ended).code, 1);
  const whoami = await createClient(promoted.url, `Bearer ${token}`).send('GET', '/api/v3/user/whoami');
  assert.equal(whoami.body.username, 'james');

  const refused = await box.run(['serve']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /has taken over from this machine/);
  const back = await box.runUntil(['spare', 'run'], /copy of the database is complete/, {
    environment: { PORT: String(await findFreePort()) },
  });
  const status = await spare.run(['spare', 'status'], { environment: { PORT: port } });
  assert.match(status.stdout, /this machine serves \(generation 2\)/);
  assert.equal((await back.end('SIGTERM')).code, 0);
  const asSpare = await box.run(['serve']);
  assert.match(asSpare.stderr, /This machine is the spare of/);
  assert.equal((await promoted.end('SIGTERM')).code, 0);
});

test('without a box that was followed there is nothing to promote', async () => {
  const { code, stderr } = await createShip().run(['promote', '--yes']);
  assert.equal(code, 1);
  assert.match(stderr, /follows no box/);
});
