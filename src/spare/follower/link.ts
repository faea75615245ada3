import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Socket } from 'node:net';
import { addAbortSignal, type Duplex } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import * as v from 'valibot';
import { headHeader } from '../wire/link-server.ts';
import { Problem, type Question } from '../wire/messages.ts';
import { linkProtocol, tlsParameters, toSharedKey } from '../wire/secure.ts';

/** The paired machine answers, but does not do what it was asked; the sentence says why. */
export class PeerDeclined extends Error {
  /** May it do so when it is asked again from the beginning? */
  readonly mayRetry: boolean;

  constructor(reason: string, mayRetry = false) {
    super(reason);
    this.name = 'PeerDeclined';
    this.mayRetry = mayRetry;
  }
}

/** The paired machine cannot be reached, or what came is not from it. */
export class PeerSilent extends Error {
  /** Did something answer there, if only that it cannot? It may serve then. */
  readonly isReached: boolean;

  constructor(reason: string, isReached = false) {
    super(reason);
    this.name = 'PeerSilent';
    this.isReached = isReached;
  }
}

/** Questions to the paired machine. */
export interface Link {
  readonly url: string;
  /** Throws PeerSilent, and PeerDeclined with the reason. */
  ask<Schema extends v.GenericSchema>(
    question: Question,
    answer: Schema,
  ): Promise<{ head: v.InferOutput<Schema>; body: Buffer }>;
  /** Like `ask`, for a body that doesn't fit in memory. */
  askForStream<Schema extends v.GenericSchema>(
    question: Question,
    answer: Schema,
  ): Promise<{ head: v.InferOutput<Schema>; body: AsyncIterable<Buffer> }>;
  close(): void;
}

const defaultMilliseconds = 5_000;
/** The system retries to connect after one second, and again after three. */
const maxMillisecondsToConnect = 2_000;

/** Opens no connection until the first question. Connections are reused. */
export function createLink(url: string, code: string, milliseconds: number = defaultMilliseconds): Link {
  const closed = new AbortController();
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = (_options, callback = () => {}) => {
    openConnection(url, code, milliseconds, closed.signal).then(
      (socket) => callback(null, socket),
      // The agent takes an error alone, whatever its types say.
      (error: Error) => (callback as (error: Error) => void)(error),
    );
    return undefined;
  };

  function send({ ask, ...rest }: Question): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = { agent, method: 'POST', path: `/${ask}`, timeout: milliseconds };
      const sent = request(options, resolve);
      sent.on('timeout', () => sent.destroy(describeTimeout(milliseconds)));
      sent.on('error', reject);
      sent.end(JSON.stringify(rest));
    });
  }

  function explain(error: unknown): PeerSilent {
    if (error instanceof PeerSilent) return error;
    const reason = isTlsFault(error) ? 'sent what cannot be read: it was changed on its way' : readMessage(error);
    return new PeerSilent(`${url} ${reason}`);
  }

  async function* readBody(response: IncomingMessage): AsyncIterable<Buffer> {
    try {
      yield* response;
    } catch (error) {
      throw explain(error);
    }
  }

  async function readAnswer(question: Question): Promise<{ json: unknown; body: AsyncIterable<Buffer> }> {
    try {
      const response = await send(question);
      if (response.statusCode !== 200) throw new PeerSilent(`${url} answers with ${response.statusCode}`, true);
      const { [headHeader]: head } = response.headers;
      return { json: JSON.parse(typeof head === 'string' ? head : await text(response)), body: readBody(response) };
    } catch (error) {
      throw explain(error);
    }
  }

  const link: Link = {
    url,
    async askForStream(question, answer) {
      const { json, body } = await readAnswer(question);
      const problem = v.safeParse(Problem, json);
      if (problem.success) throw new PeerDeclined(problem.output.problem, problem.output.mayRetry);
      return { head: v.parse(answer, json), body };
    },
    async ask(question, answer) {
      const { head, body } = await link.askForStream(question, answer);
      return { head, body: await buffer(body) };
    },
    close: () => closed.abort(),
  };
  return link;
}

/**
 * Opens a connection to the service at `url` and proves the code on it. The link has TLS of its own in that of the service,
 * so the certificate of the service need not be known here.
 */
async function openConnection(
  url: string,
  code: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = await upgrade(url, milliseconds, signal);
  const secured = connect({
    ...tlsParameters,
    socket,
    pskCallback: () => ({ psk: toSharedKey(code), identity: linkProtocol }),
    // Called for a server that proves itself by a certificate instead of the code: that isn't the peer.
    checkServerIdentity: () => new PeerSilent(`${url} doesn't know the code`, true),
  });
  // Its user hears of errors in requests; an idle connection that breaks is just closed.
  secured.on('error', () => {});
  addAbortSignal(signal, secured);
  secured.setTimeout(milliseconds, () => secured.destroy(describeTimeout(milliseconds)));
  try {
    await once(secured, 'secureConnect');
  } catch (error) {
    if (!isTlsFault(error)) throw error;
    throw new PeerSilent(`${url} is not paired with this machine by this code`, true);
  }
  secured.setTimeout(0);
  return secured;
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
      // As an option it covers connecting too: a machine that's switched off refuses nothing, and the system would go on
      // trying for a minute or two.
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
      // Unheard, an error of a connection ends the process; that of the TLS connection on it says the same.
      socket.on('error', () => {});
      socket.setTimeout(0);
      socket.unshift(head);
      resolve(socket);
    });
    sent.on('error', reject);
    sent.end();
  });
}

const describeTimeout = (milliseconds: number): Error => new Error(`does not answer within ${milliseconds} ms`);

const describeStatus = (status: number | undefined): string =>
  `answers with ${status}${status === 403 ? ': it is not paired with this machine by this code' : ''}`;

const isTlsFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_SSL');

const readMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
