import { once } from 'node:events';
import { Agent, request } from 'node:http';

/** A response, and how long it took. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly milliseconds: number;
}

/** The parts of a call besides its method and path. */
export interface Parts {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged if it's a string or bytes, otherwise as JSON. */
  readonly body?: unknown;
  /** Whether the path is that of a page, and not below `/api/v3`. */
  readonly isPage?: boolean;
}

/** A phone with its own address on the loopback network. */
export interface Caller {
  send(method: string, path: string, parts?: Parts): Promise<Answer>;
  close(): void;
}

const timeoutMilliseconds = 30_000;

/** Calls the service from this address, over at most this many connections. */
export function createCaller(url: string, localAddress: string, { connections = 8, token = '' } = {}): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const login: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  return {
    async send(method, path, { headers = {}, body, isPage = false } = {}) {
      const started = performance.now();
      const call = request(`${url}${isPage ? '' : '/api/v3'}${path}`, {
        method,
        agent,
        localAddress,
        headers: { ...login, ...headers },
        timeout: timeoutMilliseconds,
      });
      call.on('timeout', () => call.destroy(new Error(`${method} ${path}: no answer in ${timeoutMilliseconds} ms`)));
      // If the server responds before the body ends, it may close the connection.
      call.on('error', () => {});
      call.end(body === undefined ? undefined : encodeBody(body));
      const [response] = await once(call, 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const milliseconds = performance.now() - started;
      return { status: response.statusCode, body: Buffer.concat(chunks).toString(), milliseconds };
    },
    close: () => agent.destroy(),
  };
}

const encodeBody = (body: unknown): string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);

export const toBasic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});
