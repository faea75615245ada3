import type { Socket } from 'node:net';
import { minuteSeconds } from '#contract/rate-limit.ts';
import { createRateLimiter } from '#platform/limits/rate-limiter.ts';
import { getNetwork, toPlainAddress } from '#platform/network/addresses.ts';
import type { Clock } from '#platform/time/clock.ts';

/** The spare opens up to six links at once. */
const maxHandshakesPerNetwork = 8;
const maxHandshakes = 64;
/** Handshakes of a network that fail. A spare with the wrong code tries again every few seconds. */
const failures = { max: 60, seconds: minuteSeconds };

/** Limits the handshakes of strangers, who could burn CPU time with them. */
export interface HandshakeLimits {
  /** Returns whether a connection may begin one. It counts as failed if the connection closes before it has ended. */
  begin(socket: Socket): boolean;
  /** The handshake on the connection has succeeded. */
  succeed(socket: Socket): void;
}

/** `readPeers` returns the network addresses of machines that have proved the code before. */
export function createHandshakeLimits(
  readPeers: () => readonly string[],
  { steadyNow }: Pick<Clock, 'steadyNow'>,
): HandshakeLimits {
  /** Connections whose handshake isn't complete, oldest first, by their remote address and port. */
  const underWay = new Map<string, Socket>();
  const failed = createRateLimiter(failures, { now: steadyNow });

  function fail(socket: Socket): void {
    if (underWay.delete(identifyRemote(socket))) failed.count(readNetwork(socket));
  }

  /** The peer completes a handshake within milliseconds, so the oldest one is the least likely to be the peer's. */
  function makeRoom(network: string): void {
    const all = [...underWay.values()];
    const ofNetwork = all.filter((socket) => readNetwork(socket) === network);
    const oldest =
      (ofNetwork.length >= maxHandshakesPerNetwork && ofNetwork[0]) || (all.length >= maxHandshakes && all[0]);
    if (!oldest) return;
    fail(oldest);
    oldest.destroy();
  }

  /** A stranger behind the address of a peer must not keep that peer out. */
  const isPeer = (network: string): boolean => readPeers().some((peer) => getNetwork(peer) === network);

  return {
    begin(socket) {
      const network = readNetwork(socket);
      if (failed.getWait(network) > 0 && !isPeer(network)) return false;
      makeRoom(network);
      underWay.set(identifyRemote(socket), socket);
      socket.once('close', () => fail(socket));
      return true;
    },
    succeed: (socket) => void underWay.delete(identifyRemote(socket)),
  };
}

const identifyRemote = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

const readNetwork = ({ remoteAddress = '' }: Socket): string => getNetwork(toPlainAddress(remoteAddress));
