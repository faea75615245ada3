import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type * as v from 'valibot';
import { type ContentResponse, type Endpoint, listRouteVariants } from '#contract/endpoint.ts';

/** JSON as a client sees it: dates have become texts. */
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

/** An answer, its body read as JSON when it is JSON. */
export interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly bytes: Buffer;
  /** The reason of an error response. */
  readonly reason: string;
  readonly fieldErrors: Record<string, string> | undefined;
}

export interface CallOptions {
  readonly params?: Record<string, string | number>;
  readonly query?: Record<string, string | number | boolean>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Calls the running service as one person, or as no one. */
export interface Client {
  /** Calls a declared endpoint; the response has the declared type. */
  call<const D extends Endpoint>(declaration: D, options?: CallOptions): Promise<Reply<ReplyBody<D>>>;
  /** As `call`, but throws unless the answer is a success, and gives its body. */
  get<const D extends Endpoint>(declaration: D, options?: CallOptions): Promise<ReplyBody<D>>;
  /** Any method and path below the server root. The body is JSON unless it is a string or bytes, sent as they are. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what the body of an arbitrary call is
  send(method: string, path: string, options?: CallOptions): Promise<Reply<any>>;
}

function fill(path: string, params: CallOptions['params'] = {}): string {
  const value = (name: string) => String(params[name] ?? `missing-${name}`);
  return path
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
    .replace(/\*\*$/, () => value('rest').split('/').map(encodeURIComponent).join('/'));
}

function queryText(query: CallOptions['query']): string {
  if (!query) return '';
  return `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function encode(body: unknown): string | Uint8Array | undefined {
  return body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

/** A call costs a fourth of what it does with `fetch`, and tests make tens of thousands. */
const agent = new Agent({ keepAlive: true });

interface Request {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
}

/** The response once its head is there; rejects when the connection breaks before. */
async function ask(url: string, { method, headers, body }: Request): Promise<IncomingMessage> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const call = request(new URL(url), { agent, method, headers: { accept: '*/*', ...length, ...headers } });
  const responded = once(call, 'response');
  call.end(body);
  const [response] = await responded;
  // A service may answer before it has all of the body, and then hang up.
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

async function read(response: IncomingMessage): Promise<Reply<unknown>> {
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

/** Where `npm run examples` wants to have what is sent and received. */
const examplesFolder = process.env.EXAMPLES_FOLDER;

export function createClient(baseURL: string, authorization?: string): Client {
  async function send(method: string, path: string, options: CallOptions = {}) {
    const headers = { ...(authorization !== undefined && { authorization }), ...options.headers };
    const body = encode(options.body);
    const url = `${baseURL}${fill(path, options.params)}${queryText(options.query)}`;
    return read(await ask(url, { method, headers, body }));
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
    // The service checks its own responses against the declaration while it is tested.
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
