import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import * as v from 'valibot';
import { jsonHeaderName } from '../wire/link-server.ts';
import { DeclineReason, type PeerRequest } from '../wire/messages.ts';
import { describeTimeout, isTlsFault, openConnection } from '../wire/open-connection.ts';
import { PeerDeclined, PeerSilent } from '../wire/peer-errors.ts';

export { PeerDeclined, PeerSilent };

/** Questions to the paired machine, as its spare unless another kind is named. */
export interface Link<Asked extends { readonly ask: string } = PeerRequest> {
  readonly url: string;
  /** Throws PeerSilent, and PeerDeclined with the reason. */
  ask<Schema extends v.GenericSchema>(
    question: Asked,
    answer: Schema,
  ): Promise<{ head: v.InferOutput<Schema>; body: Buffer }>;
  /** Like `ask`, for a body that doesn't fit in memory. */
  askForStream<Schema extends v.GenericSchema>(
    question: Asked,
    answer: Schema,
  ): Promise<{ head: v.InferOutput<Schema>; body: AsyncIterable<Buffer> }>;
  close(): void;
}

const defaultMilliseconds = 5_000;

/** Opens no connection until the first question. Connections are reused. */
export function createLink<Asked extends { readonly ask: string } = PeerRequest>(
  url: string,
  code: string,
  milliseconds: number = defaultMilliseconds,
): Link<Asked> {
  const closed = new AbortController();
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = (_options, callback = () => {}) => {
    openConnection(url, code, milliseconds, closed.signal).then(
      (socket) => callback(null, socket),
      // The agent passes only an error, whatever its types say.
      (error: Error) => (callback as (error: Error) => void)(error),
    );
    return undefined;
  };

  function send({ ask, ...rest }: Asked): Promise<IncomingMessage> {
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
    if (isTlsFault(error)) return new PeerSilent(`${url} sent an unreadable response: it was altered on the way`);
    return new PeerSilent(`${url} ${error instanceof Error ? error.message : error}`);
  }

  async function* readBody(response: IncomingMessage): AsyncIterable<Buffer> {
    try {
      yield* response;
    } catch (error) {
      throw explain(error);
    }
  }

  async function readAnswer(question: Asked): Promise<{ json: unknown; body: AsyncIterable<Buffer> }> {
    try {
      const response = await send(question);
      if (response.statusCode !== 200) throw new PeerSilent(`${url} answers with ${response.statusCode}`, true);
      const { [jsonHeaderName]: head } = response.headers;
      return { json: JSON.parse(typeof head === 'string' ? head : await text(response)), body: readBody(response) };
    } catch (error) {
      throw explain(error);
    }
  }

  const link: Link<Asked> = {
    url,
    async askForStream(question, answer) {
      const { json, body } = await readAnswer(question);
      const problem = v.safeParse(DeclineReason, json);
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
