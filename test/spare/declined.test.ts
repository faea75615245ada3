import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { systemClock } from '#platform/time/clock.ts';
import { createRefusal } from '#spare/server/answers.ts';
import { createLinkServer } from '#spare/wire/link-server.ts';
import { createPairingCode } from '#spare/wire/pairing.ts';
import { createShip } from '../cli/support.ts';

test('`spare run` explains in one sentence why the server declines, and what to do', async () => {
  const code = createPairingCode();
  const reason = 'the server runs Gangway 9.0.0, the spare 1.0.0: install the same version on both';
  const links = createLinkServer({
    readCode: () => code,
    readPeers: () => [],
    answer: async () => createRefusal(reason),
    clock: systemClock,
  });
  const server = createServer().on('upgrade', (incoming, _socket, head) => links.accept(incoming, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    links.close();
    server.close();
  });
  // Servers that listen on a host and port have an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { stderr, code: exitCode } = await createShip().run(['spare', 'run', url], { input: `${code}\n` });
  assert.equal(exitCode, 1);
  assert.match(
    stderr,
    /^(gangway: )?This machine can't follow http:\/\/127\.0\.0\.1:\d+: the server runs Gangway 9\.0\.0, /m,
  );
  assert.doesNotMatch(stderr, /unexpected/);
});
