import type { IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import { apiPrefix } from '#contract/endpoint.ts';
import type { UpgradeHandler } from './server.ts';

/** What the socket sends before it closes. */
export const selfCheckFrame = 'here';

/** Returns the path of the socket that identifies this run of the service. */
export const getSelfCheckPath = (runID: string): string => `${apiPrefix}/client/health/${runID}`;

/** A socket that reads nothing needs only a few bytes. */
const maxFrameBytes = 128;

/**
 * Accepts a socket from clients that know the id of this run, sends one frame and closes it. `gangway ready` uses it to
 * call the service as a phone does, through every proxy, without an account.
 */
export function createSelfCheckUpgrade(runID: string): UpgradeHandler {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes });
  const path = getSelfCheckPath(runID);
  return {
    isFor: ({ method, url, headers }: IncomingMessage) =>
      method === 'GET' && url === path && headers.upgrade?.toLowerCase() === 'websocket',
    accept(incoming, head) {
      sockets.handleUpgrade(incoming, incoming.socket, head, (socket) => {
        socket.on('error', () => socket.terminate());
        socket.send(selfCheckFrame);
        socket.close(1000);
      });
    },
  };
}
