import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLiveHub } from '#platform/network/live-hub.ts';
import { openUnresponsiveSocket } from '../support/deaf-socket.ts';

test('a socket is pinged, and closed once two pings are unanswered', async () => {
  const { socket, isTerminated } = openUnresponsiveSocket();
  const pings: Date[] = [];
  const hub = createLiveHub();
  const connection = hub.add({ ...socket, bufferedAmount: 0, ping: () => void pings.push(new Date()) }, 'james', {});
  await hub.pingAll();
  connection.alive();
  await hub.pingAll();
  await hub.pingAll();
  assert.deepEqual([pings.length, isTerminated()], [3, false]);
  await hub.pingAll();
  assert.deepEqual([pings.length, isTerminated(), hub.userIDs()], [3, true, []]);
});

test('a client that keeps reading is alive, even if its pongs are late', async () => {
  const { socket, isTerminated, read } = openUnresponsiveSocket();
  const hub = createLiveHub();
  hub.add(socket, 'james', {}).sendAll(['x'.repeat(1024 * 1024)]);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await hub.pingAll();
    read(1000);
  }
  assert.equal(isTerminated(), false);
  for (let minutes = 0; minutes < 5; minutes += 1) await hub.pingAll();
  assert.equal(isTerminated(), true);
});
