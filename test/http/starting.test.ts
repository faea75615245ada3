import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { areas } from '#app/areas.ts';
import { openInstance } from '#app/instance.ts';
import { startApp } from '#app/start-app.ts';
import { createConfig } from '#config/config.ts';
import { createLog } from '#platform/observing/log.ts';
import { findFreePort } from '../../build/running/free-port.ts';

/** Returns the status that a socket without a login is rejected with. */
async function openSocket(port: number): Promise<number | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v3/notification/socket`).on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  return response.statusCode;
}

test('responds that the server is starting until the instance is ready', async (context) => {
  const data = mkdtempSync(join(tmpdir(), 'gangway-test-'));
  const port = await findFreePort();
  const config = createConfig('testing', { DATA_DIR: data, PORT: String(port) });
  const instance = openInstance(config, areas, { log: createLog('silent', 'json') });
  const health = () => fetch(`http://127.0.0.1:${port}/api/v3/client/health`);
  let early: Response | undefined;
  let earlySocket: number | undefined;
  const app = await startApp(instance, {}, async () => {
    early = await health();
    earlySocket = await openSocket(port);
  });
  context.after(async () => {
    await app.close();
    instance.db.close();
    rmSync(data, { recursive: true, force: true });
  });
  assert.equal(early?.status, 503);
  assert.match(String(early.headers.get('retry-after')), /^\d+$/);
  const body: unknown = await early.json();
  assert.deepEqual(body, {
    error: true,
    status: 503,
    code: 'unavailable',
    reason: 'The server is starting: please try again in a moment.',
  });
  assert.equal(earlySocket, 503);
  assert.equal((await health()).status, 200);
  assert.equal(await openSocket(port), 401);
});
