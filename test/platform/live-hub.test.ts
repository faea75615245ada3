import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLiveHub, type LiveSocket } from '#platform/live-hub.ts';

const mebibyte = 1024 * 1024;

/** A socket whose client reads nothing until told to. */
function deafSocket() {
  const closings: [number, string][] = [];
  let [bufferedAmount, terminated] = [0, false];
  const socket: LiveSocket = {
    get bufferedAmount() {
      return bufferedAmount;
    },
    send: (frame) => {
      bufferedAmount += frame.length;
    },
    ping: () => {},
    close: (code, reason) => void closings.push([code, reason]),
    terminate: () => {
      terminated = true;
    },
  };
  return {
    socket,
    closings,
    isTerminated: () => terminated,
    readAll: () => {
      bufferedAmount = 0;
    },
  };
}

test('much that is sent at once makes nobody slow, what comes on top of it does', () => {
  const { socket, isTerminated, readAll } = deafSocket();
  const connection = createLiveHub().add(socket, 'james', {});
  const frame = 'x'.repeat(mebibyte);
  connection.sendAll([frame, frame, frame, frame]);
  connection.send(frame);
  connection.send('fits still');
  assert.equal(isTerminated(), false);
  connection.send('too much');
  assert.equal(isTerminated(), true);
  readAll();
});

test('once it was read, the next reader is slow as soon as any other', () => {
  const { socket, isTerminated, readAll } = deafSocket();
  const connection = createLiveHub().add(socket, 'james', {});
  const frame = 'x'.repeat(mebibyte);
  connection.sendAll([frame, frame, frame, frame]);
  readAll();
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
