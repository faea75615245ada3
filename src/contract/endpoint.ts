import type * as v from 'valibot';
import { type Access, type Caller, type Credentials, includesAccess } from './access.ts';
import { assertFits } from './body-size.ts';
import { assertRequestBounded } from './bounds.ts';
import type { ErrorCode } from './error-codes.ts';
import type { Feature } from './features.ts';
import { assertCountsAllCallers, pictureUploadLimit, type RateLimit } from './rate-limit.ts';
import type { ReceivedFile } from './received-file.ts';
import type { Content, EndpointResponse } from './response.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Another route variant of the same endpoint: its path, and its method if that differs too (decision 7). */
export interface Alias {
  readonly method?: Method;
  readonly path: string;
  /** Below the server root, as for a whole endpoint. */
  readonly outsideApi?: boolean;
}

type Entries = Readonly<Record<string, v.GenericSchema<never, unknown> | v.GenericSchema>>;

/** Bytes instead of JSON, with the media type for the OpenAPI document. */
export interface ContentResponse {
  readonly content: string;
}

/** A body that is a file of any kind: it's streamed to the disk and deleted when the handler has returned. */
export interface FileBody {
  /** Media type for the OpenAPI document. */
  readonly mediaType: string;
  readonly maxBytes: number;
}

/** One endpoint, as data; routes, access checks, types, OpenAPI and generated tests are derived from it. */
export interface Endpoint {
  readonly method: Method;
  /**
   * Path below `/api/v3`, or below the server root when `outsideApi` is set. `{name}` marks a parameter; a trailing
   * `**` matches the rest of the path, slashes included, as the parameter `rest`.
   */
  readonly path: string;
  readonly aliases?: readonly Alias[];
  readonly outsideApi?: boolean;
  readonly access: Access;
  /** Returns 451 when this feature, or any of several, is disabled (core rule 30). */
  readonly feature?: Feature | readonly [Feature, ...Feature[]];
  /** Whether the call works below the server minimum level during pre-registration (core rule 31, mark P). */
  readonly preregistration?: boolean;
  /** Whether the call ignores the server minimum level (core rule 32). Open and service calls always do. */
  readonly ignoresServerMinimum?: boolean;
  /** A POST that ignores idempotency keys, since it can't be retried with the same login (decision 56). */
  readonly ignoresIdempotencyKey?: boolean;
  readonly params?: Entries;
  readonly query?: Entries;
  readonly body?: v.GenericSchema;
  /** The body is plain text and its schema a text; JSON by default (core rule 9). */
  readonly bodyFormat?: 'text';
  /** Whether a missing body counts as `{}`. */
  readonly bodyMayBeEmpty?: boolean;
  /** Body limit in bytes, where a rule defines one for this call (core rule 10). */
  readonly bodyLimit?: number;
  /** The body is a file, so there's no other body. */
  readonly file?: FileBody;
  /** The work may take minutes, so the idle timeout doesn't apply. */
  readonly takesLong?: boolean;
  /**
   * The member of the body that is a base64 file (`fileInBody`): its bytes are streamed to the disk, and the rest of
   * the body has the usual limit. Only callers who may create content can send one. `bodyLimit` covers both.
   */
  readonly fileMember?: string;
  /** Maximum number of base64 pictures in the body (core rule 10). */
  readonly pictures?: number;
  /**
   * Creates something that others add to: a thread, a chat, an appointment, an item. Rejected early when the disk runs
   * low (core rule 128).
   */
  readonly begins?: true;
  /** Works however low the disk is: it stores very little, and people can't do without it (core rule 128). */
  readonly isAllowedOnLowDisk?: true;
  /**
   * Whether the call appears neither in the log nor in the metrics, not even with its address: who made it is
   * confidential (moderation rule S10).
   */
  readonly isConfidential?: true;
  /** Clients repeat the call by themselves, so an overloaded server rejects it before others (core rule 130). */
  readonly isPoll?: true;
  /** The rate limit; calls that share one are counted together (core rule 125). */
  readonly limit?: RateLimit;
  /** A JSON record, bytes with a media type, or absent for an empty body. */
  readonly response?: v.GenericSchema | ContentResponse;
  /** Sends an entity tag if the response is cached in rendered form, and 304 to clients that have it. */
  readonly hasEntityTag?: true;
  /** Success status; the default comes first, followed by others that the handler may choose. */
  readonly status?: number | readonly number[];
  /** Status of an alternative success without a body, for which the handler returns undefined. */
  readonly emptyStatus?: number;
  /** The codes with which this call's rules may reject it, in addition to what the rest of the declaration implies. */
  readonly rejects?: readonly ErrorCode[];
  readonly summary: string;
}

/**
 * Declares an endpoint, preserving its exact type so that the handler can be checked against it. Throws if any input is
 * unbounded (decision 51), or if a field's maximum doesn't fit into the body (decision 75).
 */
export function endpoint<const Declaration extends Endpoint>(declaration: Declaration): Declaration {
  const { path, access, body } = declaration;
  assertRequestBounded(declaration);
  if (body) assertFits(path, body, getTextLimit(declaration));
  for (const limit of listRateLimits(declaration)) assertCountsAllCallers(path, access, limit);
  return declaration;
}

/** The routes and statuses of a call that removes a mark: 204 if it was set, otherwise 200. */
export const removalOf = <const Path extends `/${string}`>(path: Path) =>
  ({ method: 'POST', path: `${path}/remove`, aliases: [{ method: 'DELETE', path }], status: [204, 200] }) as const;

const maxBodyWithoutLogin = 16 * 1024;
const maxBody = 64 * 1024;

/** Returns the body limit of a call in bytes, without its pictures (core rule 10). */
export function getTextLimit({ access, bodyLimit }: Pick<Endpoint, 'access' | 'bodyLimit'>): number {
  const needsNoLogin = (['open', 'optional', 'basic'] as const).some((kind) => includesAccess(access, kind));
  return bodyLimit ?? (needsNoLogin ? maxBodyWithoutLogin : maxBody);
}

/** Returns the body limit of a call in bytes, for the current picture limit (core rule 10). */
export function getBodyLimit(declaration: Endpoint, maxImageSize: number): number {
  // Four base64 characters encode three bytes.
  return getTextLimit(declaration) + Math.ceil(((declaration.pictures ?? 0) * maxImageSize * 4) / 3);
}

/** Returns every rate limit that applies to a call: its own, and the picture limit if it accepts any. */
export function listRateLimits({ limit, pictures = 0 }: Pick<Endpoint, 'limit' | 'pictures'>): readonly RateLimit[] {
  return [...(limit ? [limit] : []), ...(pictures > 0 ? [pictureUploadLimit] : [])];
}

/** The parsed path parameters of a declaration. */
export type ParamsOf<D> = D extends { readonly params: infer P }
  ? { readonly [K in keyof P]: P[K] extends v.GenericSchema<infer _, infer Out> ? Out : never }
  : Record<never, never>;
/** The parsed query of a declaration. */
export type QueryOf<D> = D extends { readonly query: infer Q }
  ? { readonly [K in keyof Q]?: Q[K] extends v.GenericSchema ? Exclude<v.InferOutput<Q[K]>, undefined> : never }
  : Record<never, never>;
type BodyOf<D> = D extends { readonly body: infer B extends v.GenericSchema } ? v.InferOutput<B> : undefined;
type FileOf<D> = D extends { readonly file: FileBody } ? ReceivedFile : undefined;
type CallerOf<D> = D extends { readonly access: { readonly kind: 'open' | 'basic' } }
  ? undefined
  : D extends { readonly access: { readonly kind: 'optional' } }
    ? Caller | undefined
    : Caller;
type CredentialsOf<D> = D extends { readonly access: { readonly kind: 'basic' } } ? Credentials : undefined;

/**
 * Runs `work` in one transaction and returns its result. Every change a call makes goes through here, at most once per
 * call. Writing requires the context that `work` receives.
 */
export type Write<WriteContext> = <Result>(work: (context: WriteContext) => Result) => Result;

/**
 * Records, in the call's one transaction, that something was read; if nothing can be stored, the read still succeeds.
 */
export type RecordRead<WriteContext> = (work: (context: WriteContext) => void) => void;

/** The handler's input: everything from outside, parsed once, and the caller. */
export interface Call<D, WriteContext> {
  readonly caller: CallerOf<D>;
  readonly credentials: CredentialsOf<D>;
  readonly params: ParamsOf<D>;
  readonly query: QueryOf<D>;
  readonly body: BodyOf<D>;
  readonly file: FileOf<D>;
  /** Client address, or the one reported by the trusted proxy. */
  readonly address: string;
  header(name: string): string | undefined;
  /** The query as sent, for cache keys. */
  readonly rawQuery: string;
  readonly write: Write<WriteContext>;
  /**
   * Like `write`, callable any number of times before it, for work too long for one transaction. Completed steps stay
   * committed if a later one is rejected.
   */
  readonly step: Write<WriteContext>;
  readonly recordRead: RecordRead<WriteContext>;
}

/** The result of a call that chooses its declared success without a body. */
export type EmptyResult<D> = D extends { readonly emptyStatus: number } ? undefined : never;

type ResponseOf<D> = D extends { readonly response: ContentResponse }
  ? Content | EndpointResponse<Content>
  : D extends { readonly response: infer R extends v.GenericSchema }
    ? v.InferInput<R> | EndpointResponse<v.InferInput<R>> | EmptyResult<D>
    : undefined | EndpointResponse<undefined>;

type HandlerResult<D> = [ResponseOf<D>] extends [undefined | EndpointResponse<undefined>]
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler with an empty response need not return anything
    ResponseOf<D> | void
  : ResponseOf<D>;

export type Handler<D, WriteContext> = (call: Call<D, WriteContext>) => HandlerResult<D> | Promise<HandlerResult<D>>;

/** A named set of endpoints; the name of each entry is its operation id. */
export type Api = Readonly<Record<string, Endpoint>>;

/** Exactly one handler per declared endpoint. */
export type Handlers<A extends Api, WriteContext> = { readonly [Name in keyof A]: Handler<A[Name], WriteContext> };

/** The path prefix of every socket and every endpoint that isn't `outsideApi`. */
export const apiPrefix = '/api/v3';

/** One routable route variant of an endpoint. */
export interface RouteVariant {
  readonly method: Method;
  readonly path: string;
  readonly primary: boolean;
}

/** Returns the parameter names of a path. */
export const listParamNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}|\*\*$/g)].map(([, name = 'rest']) => name);

/** Returns all route variants of an endpoint with their full paths; the first is the primary one. */
export function listRouteVariants(declaration: Endpoint): RouteVariant[] {
  const prefix = declaration.outsideApi ? '' : apiPrefix;
  const aliases = declaration.aliases ?? [];
  return [
    { method: declaration.method, path: prefix + declaration.path, primary: true },
    ...aliases.map(({ method, path, outsideApi }) => ({
      method: method ?? declaration.method,
      path: (outsideApi ? '' : prefix) + path,
      primary: false,
    })),
  ];
}

/** Returns the features that a declaration names. */
export function listFeatures({ feature }: Pick<Endpoint, 'feature'>): readonly Feature[] {
  if (feature === undefined) return [];
  return typeof feature === 'string' ? [feature] : feature;
}

/** Returns the statuses of a successful call, the default one first. */
export function listStatuses(declaration: Endpoint): readonly number[] {
  if (declaration.status === undefined) return [200];
  return typeof declaration.status === 'number' ? [declaration.status] : declaration.status;
}

/**
 * Whether the call takes idempotency keys: every POST with a bearer token does, unless it ignores them (decision 35).
 */
export function acceptsIdempotencyKey({
  method,
  access,
  ignoresIdempotencyKey = false,
}: Pick<Endpoint, 'method' | 'access' | 'ignoresIdempotencyKey'>): boolean {
  const byToken = (['optional', 'token', 'minimum', 'role'] as const).some((kind) => includesAccess(access, kind));
  return method === 'POST' && byToken && !ignoresIdempotencyKey;
}
