import type { IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import { apiPrefix } from '#contract/endpoint.ts';
import type { OtherUpgrade } from './server.ts';

/** What the socket says before it closes. */
export const selfCheckFrame = 'here';

/** Path of the socket by which the service of a run is recognized. */
export const getSelfCheckPath = (runID: string): string => `${apiPrefix}/client/health/${runID}`;

/** A few bytes are enough for a socket that listens to nothing. */
const maxFrameBytes = 128;

/**
 * Accepts a socket for those who know the name of this run, says one word and closes: `gangway ready` calls the service
 * as a phone does, through every proxy, and needs no account for it.
 */
export function createSelfCheck(runID: string): OtherUpgrade {
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
