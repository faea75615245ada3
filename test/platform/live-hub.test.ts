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
    read: (bytes: number) => {
      bufferedAmount = Math.max(0, bufferedAmount - bytes);
    },
  };
}

test('much that is sent at once makes nobody slow, what comes on top of it does', () => {
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

test('whoever takes in what waits is alive, though their answers to pings come late', () => {
  const { socket, isTerminated, read } = deafSocket();
  const hub = createLiveHub();
  hub.add(socket, 'james', {}).sendAll(['x'.repeat(mebibyte)]);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    hub.pingAll();
    read(1000);
  }
  assert.equal(isTerminated(), false);
  for (let minutes = 0; minutes < 5; minutes += 1) hub.pingAll();
  assert.equal(isTerminated(), true);
});

test('a reason for which the protocol has no room is cut between characters', () => {
  const { socket, closings } = deafSocket();
  createLiveHub().add(socket, 'james', {}).close(1008, 'ö'.repeat(100));
  assert.deepEqual(closings, [[1008, 'ö'.repeat(61)]]);
});
