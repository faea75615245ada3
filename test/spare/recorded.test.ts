import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { readPairing } from '#spare/wire/pairing.ts';
import { startTestApp } from '../support/app.ts';
import { waitUntil } from '../support/processes.ts';
import { openNetwork } from './network.ts';
import { pairWith, startSpare } from './spare.ts';

/** Sends a recording from another address, and waits for a response after each part like the spare did. */
async function replay(target: string, parts: readonly Buffer[]): Promise<void> {
  const socket = connect({ port: Number(new URL(target).port), host: '127.0.0.1', localAddress: '127.0.0.2' });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  for (const part of parts) {
    if (socket.destroyed) break;
    socket.write(part);
    await Promise.race([once(socket, 'data').catch(() => {}), closed]);
  }
  socket.destroy();
}

test('a recorded session replayed from another address neither replaces the spare nor becomes the peer', async () => {
  const app = await startTestApp();
  const network = await openNetwork(app.url);
  const spare = startSpare(network.url, pairWith(app));
  await waitUntil('the copy is complete', () => spare.lines.includes('the copy of the database is complete'));
  const readPeer = () => readPairing(app.context.config.folders.secrets)?.peer;
  assert.equal(readPeer(), 'http://127.0.0.1:1');
  const before = app.context.spare.read()?.since;
  for (const parts of network.recordings.map((recording) => [...recording])) await replay(app.url, parts);
  assert.equal(readPeer(), 'http://127.0.0.1:1');
  const state = app.context.spare.read();
  assert.deepEqual([state?.isAttached, state?.peer, state?.since], [true, 'http://127.0.0.1:1', before]);
});
