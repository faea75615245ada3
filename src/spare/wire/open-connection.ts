import { once } from 'node:events';
import { type RequestOptions, request } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Socket } from 'node:net';
import { addAbortSignal, type Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { PeerSilent } from './peer-errors.ts';
import { linkProtocol, tlsParameters, toSharedKey } from './secure.ts';

/** The system retries to connect after one second, and again after three. */
const maxMillisecondsToConnect = 2_000;

/**
 * Opens a connection to the service at `url` and proves the code on it. The link has its own TLS inside that of the
 * service, so it doesn't need the service's certificate.
 */
export async function openConnection(
  url: string,
  code: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = await upgrade(url, milliseconds, signal);
  const tlsSocket = connect({
    ...tlsParameters,
    socket,
    pskCallback: () => ({ psk: toSharedKey(code), identity: linkProtocol }),
    // Called for a server that proves itself by a certificate instead of the code: that isn't the peer.
    checkServerIdentity: () => new PeerSilent(`${url} doesn't know the code`, true),
  });
  // The link's user gets errors of its requests; an idle connection that breaks is just closed.
  tlsSocket.on('error', () => {});
  addAbortSignal(signal, tlsSocket);
  tlsSocket.setTimeout(milliseconds, () => tlsSocket.destroy(describeTimeout(milliseconds)));
  try {
    await once(tlsSocket, 'secureConnect');
  } catch (error) {
    if (!isTlsFault(error)) throw error;
    throw new PeerSilent(`${url} is not paired with this machine by this code`, true);
  }
  tlsSocket.setTimeout(0);
  return tlsSocket;
}

/** Asks the service for a connection with nothing but TLS and a link on it. */
function upgrade(url: string, milliseconds: number, signal: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const target = new URL(url);
    const millisecondsToConnect = Math.min(milliseconds, maxMillisecondsToConnect);
    const options: RequestOptions & { rejectUnauthorized: boolean } = {
      agent: false,
      path: '/spare',
      headers: { connection: 'Upgrade', upgrade: linkProtocol },
      rejectUnauthorized: false,
      signal,
      // As an option, it covers connecting too: a machine that's switched off doesn't refuse connections, and the
      // system would keep trying for a minute or two.
      timeout: millisecondsToConnect,
    };
    const sent = (target.protocol === 'https:' ? requestSecure : request)(target, options, (response) => {
      response.resume();
      reject(new PeerSilent(`${url} ${describeStatus(response.statusCode)}`, true));
    });
    sent.on('socket', (socket) => {
      socket.once('connect', () => void socket.setTimeout(milliseconds));
    });
    sent.on('timeout', () => {
      const waited = sent.socket?.connecting ? millisecondsToConnect : milliseconds;
      sent.destroy(describeTimeout(waited));
    });
    sent.on('upgrade', (_response, socket: Socket, head) => {
      // An unhandled error of a connection ends the process; the TLS connection on it reports the same error.
      socket.on('error', () => {});
      socket.setTimeout(0);
      socket.unshift(head);
      resolve(socket);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The error of a request that timed out. */
export const describeTimeout = (milliseconds: number): Error => new Error(`did not respond within ${milliseconds} ms`);

const describeStatus = (status: number | undefined): string =>
  `answers with ${status}${status === 403 ? ': it is not paired with this machine by this code' : ''}`;

/** Whether TLS rejected the response. */
export const isTlsFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_SSL');
