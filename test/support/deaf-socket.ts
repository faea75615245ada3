import type { LiveSocket } from '#platform/network/live-hub.ts';

/** Opens a socket whose client reads nothing until the test asks for it. */
export function openUnresponsiveSocket() {
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
