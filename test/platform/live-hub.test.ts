import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLiveHub, maxSocketsPerUser } from '#platform/network/live-hub.ts';
import { deafSocket } from '../support/deaf-socket.ts';

const mebibyte = 1024 * 1024;

test('much that is sent at once makes no one slow, what comes on top of it does', () => {
  const { socket, isTerminated } = deafSocket();
  const connection = createLiveHub().add(socket, 'james', {});
  const frame = 'x'.repeat(mebibyte);
  connection.sendAll([frame, frame, frame, frame]);
  connection.send(frame);
  connection.send('fits still');
  assert.equal(isTerminated(), false);
  connection.send('too much');
  assert.equal(isTerminated(), true);
});

test('once it was read, the next reader is slow as soon as any other', () => {
  const { socket, isTerminated, read } = deafSocket();
  const connection = createLiveHub().add(socket, 'james', {});
  const frame = 'x'.repeat(mebibyte);
  connection.sendAll([frame, frame, frame, frame]);
  read(4 * mebibyte);
  for (const text of [frame, 'more']) connection.send(text);
  assert.equal(isTerminated(), false);
  connection.send('too much');
  assert.equal(isTerminated(), true);
});

test('a reason for which the protocol has no room is cut between characters', () => {
  const { socket, closings } = deafSocket();
  createLiveHub().add(socket, 'james', {}).close(1008, 'ö'.repeat(100));
  assert.deepEqual(closings, [[1008, 'ö'.repeat(61)]]);
});

test('of more sockets than a user may have, let in at the same moment, the oldest are closed', () => {
  const hub = createLiveHub();
  const sockets = Array.from({ length: maxSocketsPerUser + 2 }, () => deafSocket());
  for (const { socket } of sockets) hub.add(socket, 'james', {});
  assert.deepEqual(
    sockets.map(({ closings }) => closings.length),
    sockets.map((_, index) => (index < 2 ? 1 : 0)),
  );
  assert.deepEqual([hub.countOf('james'), hub.canOpenSocket('james'), hub.canOpenSocket('heidi')], [50, false, true]);
});
