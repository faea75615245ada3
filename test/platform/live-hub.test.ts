import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as othersHaveRun } from 'node:timers/promises';
import { createLiveHub, maxSocketsPerUser } from '#platform/network/live-hub.ts';
import { openUnresponsiveSocket } from '../support/deaf-socket.ts';

const mebibyte = 1024 * 1024;

test('a burst of frames doesn’t make a reader slow, but more on top of it does', () => {
  const { socket, isTerminated } = openUnresponsiveSocket();
  const connection = createLiveHub().add(socket, 'james', {});
  const frame = 'x'.repeat(mebibyte);
  connection.sendAll([frame, frame, frame, frame]);
  connection.send(frame);
  connection.send('fits still');
  assert.equal(isTerminated(), false);
  connection.send('too much');
  assert.equal(isTerminated(), true);
});

test('once it was read, the next slow reader is detected like any other', () => {
  const { socket, isTerminated, read } = openUnresponsiveSocket();
  const connection = createLiveHub().add(socket, 'james', {});
  const frame = 'x'.repeat(mebibyte);
  connection.sendAll([frame, frame, frame, frame]);
  read(4 * mebibyte);
  for (const text of [frame, 'more']) connection.send(text);
  assert.equal(isTerminated(), false);
  connection.send('too much');
  assert.equal(isTerminated(), true);
});

test('a close reason that’s too long is cut between characters', () => {
  const { socket, closings } = openUnresponsiveSocket();
  createLiveHub().add(socket, 'james', {}).close(1008, 'ö'.repeat(100));
  assert.deepEqual(closings, [[1008, 'ö'.repeat(61)]]);
});

test('if a user opens too many sockets at once, the oldest are closed', () => {
  const hub = createLiveHub();
  const sockets = Array.from({ length: maxSocketsPerUser + 2 }, () => openUnresponsiveSocket());
  for (const { socket } of sockets) hub.add(socket, 'james', {});
  assert.deepEqual(
    sockets.map(({ closings }) => closings.length),
    sockets.map((_, index) => (index < 2 ? 1 : 0)),
  );
  assert.deepEqual([hub.countOf('james'), hub.canOpenSocket('james'), hub.canOpenSocket('heidi')], [50, false, true]);
});

/** Creates sockets of these users that record received frames, and work for each frame that takes one turn. */
function createCrowd(users: readonly string[]) {
  const failures: unknown[] = [];
  const hub = createLiveHub((error) => failures.push(error));
  const received: string[] = [];
  const connections = users.map((user) => {
    const socket = {
      ...openUnresponsiveSocket().socket,
      send: (frame: string | Uint8Array) => void received.push(`${user} ${frame}`),
    };
    return hub.add(socket, user, { topics: ['ship'] });
  });
  const takeLong = () => {
    for (const end = performance.now() + 6; performance.now() < end; );
  };
  return { hub, connections, received, failures, takeLong };
}

test('a frame for everyone waits for the next turn, yields to others, and each socket gets its frames in order', async () => {
  const { hub, connections, received, takeLong } = createCrowd(['james', 'heidi', 'sam', 'kim']);
  hub.sendToListeners('ship', (user) => {
    takeLong();
    return user === 'heidi' ? undefined : 'first';
  });
  assert.deepEqual(received, [], 'the write that caused it took this turn');
  await othersHaveRun();
  assert.deepEqual(received, ['james first'], 'the others get it in later turns');
  connections[2]?.send('second');
  assert.deepEqual(received, ['james first', 'sam first', 'sam second']);
  connections[3]?.close(1000, 'gone');
  for (let turns = 0; turns < 4; turns += 1) await othersHaveRun();
  assert.deepEqual(received, ['james first', 'sam first', 'sam second']);
});

test('a frame that can’t be rendered for one user reaches the others', async () => {
  const { hub, received, failures } = createCrowd(['james', 'heidi', 'sam']);
  hub.sendToListeners('ship', (user) => {
    if (user === 'heidi') throw new Error('no frame');
    return 'news';
  });
  for (let turns = 0; turns < 3; turns += 1) await othersHaveRun();
  assert.deepEqual([received, failures.length], [['james news', 'sam news'], 1]);
});
