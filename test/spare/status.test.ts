import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFreePort } from '../../build/running/free-port.ts';
import { createShip } from '../cli/support.ts';
import { createPairingCodeOn, startFollower } from '../durability/two-machines.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

test('gangway status shows the spare on the server and following on the spare, with exit codes', async () => {
  const [server, spare] = [createShip(), createShip()];
  const environment = { PORT: String(await findFreePort()) };
  const service = await server.serve();
  const code = await createPairingCodeOn(server);
  const status = (...words: string[]) => spare.run(['status', ...words], { environment });
  const follower = await startFollower(spare, service.url, code, {
    environment,
  });
  // The files are compared in addition to the database, within a moment.
  let onSpare = await status('--json');
  const end = performance.now() + timeoutMilliseconds;
  while (onSpare.code === 1 && performance.now() < end) onSpare = await status('--json');
  assert.deepEqual([onSpare.code, JSON.parse(onSpare.stdout).service], [0, 'follows']);
  const inWords = await status();
  assert.match(inWords.stdout, /^Gangway \S+: a spare\nfollows http:.*\ndatabase {2}complete.*\nfiles {5}complete$/m);
  await server.run(['job', 'record-state']);
  const serverStatus = await server.run(['status']);
  assert.match(
    serverStatus.stdout,
    /^spare +http:\/\/127.0.0.1:\d+, connected since .* UTC, \d+ ms and .* behind, complete$/m,
  );
  assert.equal(serverStatus.code, 0, serverStatus.stdout);
  assert.equal((await follower.end('SIGTERM')).code, 0);
  const stopped = await status();
  assert.equal(stopped.code, 3);
  assert.match(stopped.stdout, /a spare, and `gangway spare run` is not running\nhas lost the connection to http:/);
  const wrongSide = await spare.run(['spare', 'unpair']);
  assert.match(wrongSide.stderr, /This machine is the spare/);
  assert.match((await server.run(['spare', 'unpair'])).stdout, /The machines are no longer paired/);
  assert.match((await server.run(['spare', 'unpair'])).stderr, /No spare is paired/);
});

test('each machine reports where it listens, and warns if a spare would serve without TLS', async () => {
  const folder = join(import.meta.dirname, '..', 'http', 'tls');
  const certificate = { TLS_CERT: join(folder, 'certificate.pem'), TLS_KEY: join(folder, 'key.pem') };
  const at = async () => ({ hostname: '127.0.0.2', PORT: String(await findFreePort()) });
  const [server, spare] = [createShip(await at()), createShip({ ...certificate, ...(await at()) })];
  const service = await server.serve();
  await startFollower(spare, service.url, await createPairingCodeOn(server));
  assert.match((await server.run(['spare', 'status'])).stdout, /^this machine serves \(generation 1\)\nspare https:/);
  assert.match((await spare.run(['spare', 'status'])).stdout, /^this machine follows \(generation 1\)\nfollows http:/);
});
