import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type * as v from 'valibot';
import { type ContentResponse, type Endpoint, listRouteVariants } from '#contract/endpoint.ts';

/** JSON as a client gets it: dates are strings. */
export type Wire<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? Wire<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Wire<Value[Key]> }
      : Value;

type ReplyBody<D> = D extends { readonly response: ContentResponse }
  ? unknown
  : D extends { readonly response: infer R extends v.GenericSchema }
    ? Wire<v.InferOutput<R>>
    : undefined;

/** A response; its body is parsed if it is JSON. */
export interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly bytes: Buffer;
  /** The reason in an error response. */
  readonly reason: string;
  readonly fieldErrors: Record<string, string> | undefined;
}

export interface CallOptions {
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, string | number | boolean>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Calls the running service as a user, or without a login. */
export interface Client {
  /** Calls a declared endpoint; the response has the declared type. */
  call<const D extends Endpoint>(declaration: D, options?: CallOptions): Promise<Reply<ReplyBody<D>>>;
  /** Calls an endpoint like `call` and returns the body. Throws unless the call succeeds. */
  get<const D extends Endpoint>(declaration: D, options?: CallOptions): Promise<ReplyBody<D>>;
  /** Calls any method and path below the server root. The body is sent as JSON unless it is a string or bytes. */
  // biome-ignore lint/suspicious/noExplicitAny: the test's assertions determine the body of an arbitrary call
  send(method: string, path: string, options?: CallOptions): Promise<Reply<any>>;
}

function fillParams(path: string, params: CallOptions['params'] = {}): string {
  const value = (name: string) => String(params[name] ?? `missing-${name}`);
  return path
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
    .replace(/\*\*$/, () => value('rest').split('/').map(encodeURIComponent).join('/'));
}

function queryText(query: CallOptions['query']): string {
  if (!query) return '';
  return `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function encodeBody(body: unknown): string | Uint8Array | undefined {
  return body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

/** A call with this agent costs a fourth of one with `fetch`, and tests make tens of thousands. */
const agent = new Agent({ keepAlive: true });

interface Request {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
}

/** Resolves once the head of the response has arrived; rejects if the connection breaks before. */
async function sendRequest(url: string, { method, headers, body }: Request): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const call = request(new URL(url), { agent, method, headers: { accept: '*/*', ...length, ...headers } });
  const responded = once(call, 'response');
  call.end(body);
  const [response] = await responded;
  // A service may respond before it has received the whole body, and then close the connection.
  call.on('error', () => {});
  return response;
}

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
}

async function readReply(response: IncomingMessage): Promise<Reply<unknown>> {
  const headers = readHeaders(response);
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(response, 'end');
  const sent = Buffer.concat(chunks);
  const bytes = headers.get('content-encoding') === 'gzip' ? gunzipSync(sent) : sent;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const body = isJson && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : undefined;
  return {
    status: response.statusCode ?? 0,
    headers,
    body,
    bytes,
    reason: body?.reason ?? '',
    fieldErrors: body?.fieldErrors,
  };
}

/** The folder where `npm run examples` collects requests and responses. */
const examplesFolder = process.env.EXAMPLES_FOLDER;

export function createClient(baseURL: string, authorization?: string): Client {
  async function send(method: string, path: string, options: CallOptions = {}) {
    const headers = { ...(authorization !== undefined && { authorization }), ...options.headers };
    const body = encodeBody(options.body);
    const url = `${baseURL}${fillParams(path, options.params)}${queryText(options.query)}`;
    return readReply(await sendRequest(url, { method, headers, body }));
  }

  async function call<const D extends Endpoint>(declaration: D, options?: CallOptions): Promise<Reply<ReplyBody<D>>> {
    const [variant] = listRouteVariants(declaration);
    if (!variant) throw new Error('an endpoint without a route variant');
    const reply = await send(variant.method, variant.path, options);
    if (examplesFolder !== undefined) {
      const { recordExchange } = await import('./examples.ts');
      const exchange = { status: reply.status, request: options?.body, response: reply.body };
      recordExchange(examplesFolder, declaration, exchange);
    }
    // During tests the service checks its own responses against the declarations.
    return reply as Reply<ReplyBody<D>>;
  }

  return {
    send,
    call,
    async get(declaration, options) {
      const response = await call(declaration, options);
      if (response.status >= 400)
        throw new Error(`${declaration.method} ${declaration.path}: ${response.status} ${response.reason}`);
      return response.body;
    },
  };
}
