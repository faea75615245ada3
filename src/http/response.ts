import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { notFound } from '#contract/errors.ts';
import type { Content, RenderedBody } from '#contract/response.ts';
import { formatError } from './error-response.ts';
import { getRequestID } from './request-id.ts';

/**
 * Responses are created with all their headers at once: adding headers later takes a response off the server's
 * fast path.
 */
const exposedHeaders = 'Content-Disposition, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Refused, X-Request-Id';
const commonHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  // Browsers must trust the media type: a picture or text that looks like a page is never shown as one.
  'x-content-type-options': 'nosniff',
} as const;
const jsonType = 'application/json; charset=utf-8';
/** Records depend on the caller and change: a client may store one, but must revalidate it each time. */
const privateCacheHeaders = { 'cache-control': 'private, no-cache' } as const;
const plainJson = { ...commonHeaders, 'content-type': jsonType, ...privateCacheHeaders } as const;
const taggedVary = 'Accept-Encoding, Authorization';

/** Further headers of the response to a preflight (core rule 14). */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, OPTIONS, DELETE, PATCH',
  'access-control-allow-headers':
    'Accept, Authorization, Cache-Control, Content-Type, Idempotency-Key, If-None-Match, Origin, Range, User-Agent, X-Client-User, X-Requested-With, Access-Control-Allow-Origin',
  'access-control-max-age': '86400',
} as const;

/** The headers of an error record outside of the request pipeline. */
export const errorHeaders = (requestID: string) => ({ ...plainJson, 'x-request-id': requestID });

type Headers = Readonly<Record<string, string>>;

/** What a request determines about the form of its response. */
export interface ResponseOptions {
  /** Sent with every response (decision 60). */
  readonly requestID: string;
  /** Whether only the headers are sent. */
  readonly isHead: boolean;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

export function readResponseOptions(request: IncomingMessage): ResponseOptions {
  const { headers } = request;
  const ifRange = headers['if-range'];
  return {
    requestID: getRequestID(request),
    isHead: request.method === 'HEAD',
    acceptEncoding: typeof headers['accept-encoding'] === 'string' ? headers['accept-encoding'] : undefined,
    ifNoneMatch: headers['if-none-match'],
    range: headers.range,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
  };
}

const minCompressibleBytes = 1024;
/** Compressing longer texts takes more than a few milliseconds, so it goes to the thread pool. */
const maxBytesCompressedSynchronously = 48 * 1024;
/** Higher levels take twice as long and save only 3%. */
const compression = { level: 3 };
/**
 * The output buffer is retained until the response is sent. Most short responses fit in one of this size, and a larger
 * one
 * would be mostly empty. Long ones cost one trip to the thread pool per buffer, so theirs have the default size.
 */
const shortCompression = { ...compression, chunkSize: 4 * 1024 };
const gzipInBackground = promisify(gzip);

/** Whether the client accepts compressed text. */
export const acceptsGzip = ({ acceptEncoding }: ResponseOptions) =>
  acceptEncoding !== undefined && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding);

async function compress(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return bytes.length <= maxBytesCompressedSynchronously
    ? gzipSync(bytes, shortCompression)
    : gzipInBackground(bytes, compression);
}

export function buildEmptyResponse(status: number, { requestID }: ResponseOptions, headers?: Headers): Response {
  return new Response(null, { status, headers: { ...commonHeaders, 'x-request-id': requestID, ...headers } });
}

/** Header names, as a browser lists those of the call it's about to make. */
const headerNames = /^[\w!#$%&'*+.^`|~, -]{1,1000}$/;

/** Returns the headers a call may have: those with a meaning here, and any others the client lists (core rule 14). */
function listAllowedHeaders({ headers }: IncomingMessage): string {
  const requested = headers['access-control-request-headers'];
  const always = preflightHeaders['access-control-allow-headers'];
  return typeof requested === 'string' && headerNames.test(requested) ? `${always}, ${requested}` : always;
}

/** Builds the response to every preflight (core rule 14). */
export const buildPreflightResponse = (request: IncomingMessage, headers?: Headers): Response =>
  buildEmptyResponse(204, readResponseOptions(request), {
    ...preflightHeaders,
    'access-control-allow-headers': listAllowedHeaders(request),
    ...headers,
  });

/** Builds a JSON response from text or bytes, compressed if that's worth it and the client accepts it (decision 49). */
export function buildJsonResponse(
  json: string | Uint8Array<ArrayBuffer>,
  status: number,
  options: ResponseOptions,
  headers?: Headers,
): Response | Promise<Response> {
  if (json.length <= minCompressibleBytes)
    return new Response(json, { status, headers: { ...plainJson, 'x-request-id': options.requestID, ...headers } });
  return buildTextResponse(json, status, options, { ...plainJson, vary: 'Accept-Encoding', ...headers });
}

/** Returns a text with all headers except the request's id, compressed if that's worth it and the client accepts it. */
export function buildTextResponse(
  text: string | Uint8Array<ArrayBuffer>,
  status: number,
  options: ResponseOptions,
  headers: Headers,
): Response | Promise<Response> {
  const all = { ...headers, 'x-request-id': options.requestID };
  if (text.length <= minCompressibleBytes || !acceptsGzip(options)) return new Response(text, { status, headers: all });
  return buildCompressedResponse(typeof text === 'string' ? Buffer.from(text) : text, status, all);
}

async function buildCompressedResponse(bytes: Uint8Array, status: number, headers: Headers): Promise<Response> {
  return new Response(await compress(bytes), { status, headers: { ...headers, 'content-encoding': 'gzip' } });
}

/** Whether the client already has the version with this entity tag. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const strip = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => strip(tag) === strip(etag));
}

type TaggedHeaders = Headers & { readonly etag: string };

/** Builds the 304 for a client that has this version already. */
export const buildUnchangedResponse = (options: ResponseOptions, headers: TaggedHeaders): Response =>
  buildEmptyResponse(304, options, { ...privateCacheHeaders, vary: taggedVary, ...headers });

/** Builds a response from JSON with its entity tag. */
export const buildTaggedResponse = (
  json: string | Uint8Array<ArrayBuffer>,
  status: number,
  options: ResponseOptions,
  headers: TaggedHeaders,
): Response | Promise<Response> =>
  buildTextResponse(json, status, options, { ...plainJson, vary: taggedVary, ...headers });

/** Builds a response from a body rendered before: 304 if the client has it; compressed once and cached. */
export function buildRenderedResponse(
  body: RenderedBody,
  status: number,
  options: ResponseOptions,
): Response | Promise<Response> {
  if (matchesTag(options.ifNoneMatch, body.etag)) return buildUnchangedResponse(options, { etag: body.etag });
  const headers = { ...plainJson, 'x-request-id': options.requestID, etag: body.etag, vary: taggedVary };
  if (body.bytes.length <= minCompressibleBytes || !acceptsGzip(options))
    return new Response(body.bytes, { status, headers });
  const compressedHeaders = { ...headers, 'content-encoding': 'gzip' };
  if (body.compressed) return new Response(body.compressed, { status, headers: compressedHeaders });
  return compress(body.bytes).then((compressed) => {
    // A copy, since the compression buffer may be much larger.
    body.compressed = new Uint8Array(compressed);
    return new Response(compressed, { status, headers: compressedHeaders });
  });
}

interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns a single byte range, or `bad` if it's out of bounds; undefined for none or several, which get the whole
 * content.
 */
function readRange(header: string | undefined, size: number): ByteRange | 'bad' | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return undefined;
  if (parts[1] === '') {
    const length = Math.min(Number(parts[2]), size);
    return length === 0 ? 'bad' : { first: size - length, last: size - 1 };
  }
  const first = Number(parts[1]);
  const last = parts[2] === '' ? size - 1 : Math.min(Number(parts[2]), size - 1);
  return first < size && first <= last ? { first, last } : 'bad';
}

const replaceUnsafeCharacters = (name: string) => name.replace(/[^\x20-\x7e]|["\\]/g, '_');

function formatDisposition(name: string): string {
  return `attachment; filename="${replaceUnsafeCharacters(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function buildContentHeaders(content: Content): Record<string, string> {
  return {
    ...commonHeaders,
    'content-type': content.mediaType,
    ...(content.etag !== undefined && { etag: content.etag }),
    ...(content.cacheSeconds === undefined
      ? privateCacheHeaders
      : { 'cache-control': `public, max-age=${content.cacheSeconds}` }),
    ...(content.attachment !== undefined && { 'content-disposition': formatDisposition(content.attachment) }),
  };
}

const isCompressible = (mediaType: string) => /^text\//.test(mediaType);

/** Builds a response from bytes or a file, with entity tag, byte ranges, and compression if the type is worth it. */
export function buildContentResponse(
  content: Content,
  status: number,
  options: ResponseOptions,
  extra?: Headers,
): Response | Promise<Response> {
  const headers = { ...buildContentHeaders(content), 'x-request-id': options.requestID, ...extra };
  if (content.etag !== undefined && matchesTag(options.ifNoneMatch, content.etag))
    return new Response(null, { status: 304, headers });
  if ('chunks' in content.body) return new Response(ReadableStream.from(content.body.chunks), { status, headers });
  if (!(content.body instanceof Uint8Array))
    return buildFileResponse(content.body, content.etag, status, options, headers);
  if (content.body.length > minCompressibleBytes && isCompressible(content.mediaType) && acceptsGzip(options)) {
    return buildCompressedResponse(content.body, status, { ...headers, vary: 'Accept-Encoding' });
  }
  return new Response(content.body, { status, headers });
}

/** Throws 404 if the file was deleted a moment ago. */
async function buildFileResponse(
  file: { path: string; size: number },
  etag: string | undefined,
  status: number,
  options: ResponseOptions,
  headers: Headers,
): Promise<Response> {
  const isStale = options.ifRange !== undefined && options.ifRange !== etag;
  const range = isStale ? undefined : readRange(options.range, file.size);
  if (range === 'bad') return buildUnsatisfiableRange(file.size, options);
  const { first, last } = range ?? { first: 0, last: file.size - 1 };
  const all = { ...headers, 'accept-ranges': 'bytes', 'content-length': String(last - first + 1) };
  const body = options.isHead ? null : streamPart(await openFile(file.path), first, last);
  if (!range) return new Response(body, { status, headers: all });
  return new Response(body, {
    status: 206,
    headers: { ...all, 'content-range': `bytes ${first}-${last}/${file.size}` },
  });
}

function buildUnsatisfiableRange(size: number, { requestID }: ResponseOptions): Response {
  return new Response(formatError('rangeOutside', `The range lies outside of the ${size} bytes.`), {
    status: 416,
    headers: { ...plainJson, 'x-request-id': requestID, 'content-range': `bytes */${size}` },
  });
}

/** Opened before the response begins: once the headers are sent, nothing can be rejected. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw notFound('file');
    throw error;
  }
}

const pieceBytes = 64 * 1024;

/** Streams a part of an open file; closes it at the end, or when the client disconnects. */
function streamPart(file: FileHandle, first: number, last: number): ReadableStream<Uint8Array> {
  let at = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const room = Buffer.allocUnsafeSlow(Math.min(pieceBytes, last + 1 - at));
          const { bytesRead } = await file.read(room, 0, room.length, at);
          if (bytesRead === 0 && room.length > 0) throw new Error('a file is shorter than it was');
          if (bytesRead > 0) controller.enqueue(room.subarray(0, bytesRead));
          at += bytesRead;
        } catch (error) {
          controller.error(error);
          return file.close();
        }
        if (at <= last) return;
        controller.close();
        return file.close();
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}
