import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { skipWithout } from '../support/platform.ts';
import { createShip } from './support.ts';

const body = JSON.stringify({ username: 'late-comer', password: 'a password' });

/** Sends the head of a request but not its body, so that the service is still reading it. */
async function beginRequest(url: string): Promise<{ socket: Socket; response: Promise<string> }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  const chunks: string[] = [];
  const response = new Promise<string>((resolve) => socket.on('close', () => resolve(chunks.join(''))));
  const head = `POST /api/v3/user/create HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
  const isRead = new Promise<void>((resolve) => {
    socket.on('data', (chunk: string) => {
      chunks.push(chunk);
      if (chunk.includes('100 Continue')) resolve();
    });
  });
  socket.on('error', () => {});
  socket.write(head);
  await isRead;
  return { socket, response };
}

describe('SIGTERM', { concurrency: 4, skip: skipWithout('signals') }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} stops an idle service immediately, with exit code 0 and its log in the file`, async () => {
      const ship = createShip();
      const service = await ship.serve();
      // A keep-alive connection must not delay the end.
      await fetch(`${service.url}/api/v3/client/health`);
      const { code, milliseconds } = await service.end(signal);
      assert.equal(code, 0);
      assert.ok(milliseconds < 3000, `took ${milliseconds} ms`);
      assert.equal(existsSync(join(ship.data, 'gangway.sqlite-wal')), false);
      assert.match(service.output(), /shutting down/);
    });
  }

  test('lets a running request finish', async () => {
    const ship = createShip();
    const service = await ship.serve();
    const { socket, response } = await beginRequest(service.url);
    service.signal('SIGTERM');
    await service.says(/shutting down/);
    socket.write(body);
    assert.match(await response, /HTTP\/1\.1 201 Created/);
    assert.equal((await service.ended).code, 0);
    assert.match((await ship.run(['user', 'show', 'late-comer'])).stdout, /late-comer/);
  });

  test('waits at most 5 s for a request that doesn’t finish', async () => {
    const service = await createShip().serve();
    const { response } = await beginRequest(service.url);
    const { code, milliseconds } = await service.end('SIGTERM');
    assert.equal(code, 0);
    assert.ok(milliseconds < 5000, `took ${milliseconds} ms`);
    await response;
  });

  test('stops without waiting on a second signal', async () => {
    const service = await createShip().serve();
    await beginRequest(service.url);
    service.signal('SIGTERM');
    await service.says(/shutting down/);
    // Signals at the same moment count as one key press, so this one is repeated.
    const pressing = setInterval(() => service.signal('SIGTERM'), 20);
    const { code, signal, milliseconds } = await service.end('SIGTERM');
    clearInterval(pressing);
    // A signal that arrives while the process is already exiting kills it.
    assert.ok(code === 1 || signal === 'SIGTERM', `ended with ${code ?? signal}`);
    assert.ok(milliseconds < 1000, `took ${milliseconds} ms`);
  });

  test('lets a request finish if the same signal comes from the terminal and from npm', async () => {
    const service = await createShip().serve();
    const { socket, response } = await beginRequest(service.url);
    service.signal('SIGINT');
    service.signal('SIGINT');
    await service.says(/shutting down/);
    socket.write(body);
    assert.match(await response, /HTTP\/1\.1 201 Created/);
    assert.equal((await service.ended).code, 0);
  });
});
