import { type ClientRequest, Agent as PlainAgent, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import * as v from 'valibot';
import { Problem, type Question } from '../wire/messages.ts';
import { createSeal, type Message } from '../wire/seal.ts';

/** Where both sides answer each other. */
export const spareAddress = '/spare';

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
    body?: Buffer,
  ): Promise<{ head: v.InferOutput<Schema>; body: Buffer }>;
  close(): void;
}

const defaultMilliseconds = 5_000;
/** The system asks for a connection a second time after one second, and a third time after three. */
const maxMillisecondsToConnect = 2_000;
const maxAnswerBytes = 16 * 1024 * 1024;

/**
 * Opens nothing yet: each question finds its connection, and keeps it. Who answers is proved by the code, so the
 * certificate of the ship's own making need not be known here.
 */
export function createLink(url: string, code: string, milliseconds: number = defaultMilliseconds): Link {
  const seal = createSeal(code);
  const target = new URL(spareAddress, url);
  const isSecure = target.protocol === 'https:';
  const millisecondsToConnect = Math.min(milliseconds, maxMillisecondsToConnect);
  const agent = isSecure
    ? new SecureAgent({ keepAlive: true, rejectUnauthorized: false })
    : new PlainAgent({ keepAlive: true });

  function send(sealed: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string, isReached = false) => reject(new PeerSilent(`${url} ${reason}`, isReached));
      // As an option it holds for connecting too: a machine that is switched off refuses nothing, and the system would go on
      // trying for a minute or two.
      const options = {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/octet-stream' },
        timeout: millisecondsToConnect,
      };
      const request: ClientRequest = (isSecure ? requestSecure : requestPlain)(target, options, (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size > maxAnswerBytes) request.destroy(new Error('says too much'));
          else parts.push(part);
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve(Buffer.concat(parts));
          else fail(describeStatus(response.statusCode), true);
        });
        response.on('error', (error) => fail(error.message));
      });
      request.on('socket', (socket) => {
        const waitForAnswer = () => socket.setTimeout(milliseconds);
        if (socket.connecting) socket.once('connect', waitForAnswer);
        else waitForAnswer();
      });
      request.on('timeout', () => {
        const waited = request.socket?.connecting ? millisecondsToConnect : milliseconds;
        request.destroy(new Error(`does not answer within ${waited} ms`));
      });
      request.on('error', (error) => fail(error.message));
      request.end(sealed);
    });
  }

  return {
    url,
    async ask(question, answer, body = Buffer.alloc(0)) {
      const sealed = seal.close({ head: question, body }, 'question');
      const message = seal.open(await send(sealed), nameQuestion(sealed));
      if (!message) throw new PeerSilent(`${url} sent what cannot be read: it was changed on its way`);
      return { head: readHead(message, answer), body: message.body };
    },
    close: () => agent.destroy(),
  };
}

const describeStatus = (status: number | undefined): string =>
  `answers with ${status}${status === 403 ? ': it is not paired with this machine by this code' : ''}`;

/** An answer belongs to its question: no earlier one can be played back in its place. */
export const nameQuestion = (sealed: Buffer): string => `answer to ${sealed.toString('hex', 0, 12)}`;

function readHead<Schema extends v.GenericSchema>({ head }: Message, answer: Schema): v.InferOutput<Schema> {
  const problem = v.safeParse(Problem, head);
  if (problem.success) throw new PeerDeclined(problem.output.problem, problem.output.mayRetry);
  return v.parse(answer, head);
}
