import type * as v from 'valibot';
import { type Access, type Caller, type Credentials, includesAccess } from './access.ts';
import { assertFits } from './body-size.ts';
import { assertRequestBounded } from './bounds.ts';
import type { ErrorCode } from './errors.ts';
import type { Feature } from './features.ts';
import { assertCountsAll, picturesUploaded, type RateLimit } from './rate-limit.ts';
import type { ReceivedFile } from './received-file.ts';
import type { Content, EndpointResponse } from './response.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Another route variant of the same endpoint: its path, and its method when that differs too (decision 7). */
export interface Alias {
  readonly method?: Method;
  readonly path: string;
  /** Below the server root, as a whole endpoint may be. */
  readonly outsideApi?: boolean;
}

type Entries = Readonly<Record<string, v.GenericSchema<never, unknown> | v.GenericSchema>>;

/** Bytes instead of JSON, with the media type the OpenAPI document names. */
export interface ContentResponse {
  readonly content: string;
}

/** A body that is a file of any kind: it goes to the disk as it comes in, and is gone when the handler has returned. */
export interface FileBody {
  /** Media type that the OpenAPI document names. */
  readonly mediaType: string;
  readonly maxBytes: number;
}

/** One endpoint, as data; routes, access checks, types, OpenAPI and generated tests are derived from it. */
export interface Endpoint {
  readonly method: Method;
  /**
   * Path below `/api/v3`, or below the server root when `outsideApi` is set; `{name}` marks a parameter, and `**` at the
   * end the rest of the path, whatever slashes are in it: the parameter `rest`.
   */
  readonly path: string;
  readonly aliases?: readonly Alias[];
  readonly outsideApi?: boolean;
  readonly access: Access;
  /** Switched off with this feature, or with any one of several: 451 (core rule 30). */
  readonly feature?: Feature | readonly [Feature, ...Feature[]];
  /** Usable below the server minimum level while pre-registration is on (core rule 31, mark P). */
  readonly preregistration?: boolean;
  /** Not subject to the server minimum level (core rule 32). Open and service calls never are. */
  readonly ignoresServerMinimum?: boolean;
  /** A POST that ignores idempotency keys, since a repeat cannot be asked for with the same login (decision 56). */
  readonly ignoresIdempotencyKey?: boolean;
  readonly params?: Entries;
  readonly query?: Entries;
  readonly body?: v.GenericSchema;
  /** The body is a text as it stands, and its schema that of a text; JSON unless given (core rule 9). */
  readonly bodyFormat?: 'text';
  /** No body at all counts as `{}`. */
  readonly bodyMayBeEmpty?: boolean;
  /** Bytes accepted in the body, where a rule names a number for this call (core rule 10). */
  readonly bodyLimit?: number;
  /** The body is a file; there is no other body then. */
  readonly file?: FileBody;
  /** The work may take minutes, during which the connection is not cut for its silence. */
  readonly takesLong?: boolean;
  /**
   * The member of the body that is a file as base64 (`fileInBody`): its bytes go to the disk as they come, and the rest of
   * the body may have as many as other bodies. Only who may create content sends one. `bodyLimit` is for both together.
   */
  readonly fileMember?: string;
  /** Pictures that the body may carry as base64 (core rule 10). */
  readonly pictures?: number;
  /** Makes what others fill: a thread, a chat, an appointment, an item. Rejected early while the disk runs low (core rule 128). */
  readonly begins?: true;
  /** Goes on however low the disk is: it stores next to nothing, and people cannot do without (core rule 128). */
  readonly isNeverShed?: true;
  /** How often the call may be made; calls that share a limit are counted together (core rule 125). */
  readonly limit?: RateLimit;
  /** JSON record, bytes with a media type, or absent for an empty body. */
  readonly response?: v.GenericSchema | ContentResponse;
  /** Sent with an entity tag where the response was rendered before, and as 304 to clients that have it. */
  readonly hasEntityTag?: true;
  /** Status of success; further ones that the handler may choose follow the default one. */
  readonly status?: number | readonly number[];
  /** Status of a further success that has no body: the handler returns undefined for it. */
  readonly emptyStatus?: number;
  /** Why the rules of this call may reject it, next to what follows from the rest of the declaration. */
  readonly rejects?: readonly ErrorCode[];
  readonly summary: string;
}

/**
 * Declares one endpoint, keeping its exact type so that the handler can be checked against it. Throws where something
 * from outside has no end (decision 51), or where the body has no room for what a field may hold (decision 75).
 */
export function endpoint<const Declaration extends Endpoint>(declaration: Declaration): Declaration {
  const { path, access, body } = declaration;
  assertRequestBounded(declaration);
  if (body) assertFits(path, body, getTextLimit(declaration));
  for (const limit of listRateLimits(declaration)) assertCountsAll(path, access, limit);
  return declaration;
}

const maxBodyWithoutLogin = 16 * 1024;
const maxBody = 64 * 1024;

/** Bytes accepted in the body of a call next to its pictures (core rule 10). */
export function getTextLimit({ access, bodyLimit }: Pick<Endpoint, 'access' | 'bodyLimit'>): number {
  const needsNoLogin = (['open', 'optional', 'basic'] as const).some((kind) => includesAccess(access, kind));
  return bodyLimit ?? (needsNoLogin ? maxBodyWithoutLogin : maxBody);
}

/** Bytes accepted in the body of a call, as large as pictures may be now (core rule 10). */
export function getBodyLimit(declaration: Endpoint, maxImageSize: number): number {
  // Four letters of base64 hold three bytes.
  return getTextLimit(declaration) + Math.ceil(((declaration.pictures ?? 0) * maxImageSize * 4) / 3);
}

/** Everything that a call is counted under: its own limit, and that of pictures when it takes any. */
export function listRateLimits({ limit, pictures = 0 }: Pick<Endpoint, 'limit' | 'pictures'>): readonly RateLimit[] {
  return [...(limit ? [limit] : []), ...(pictures > 0 ? [picturesUploaded] : [])];
}

/** The path parameters of a declaration, as they were read. */
export type ParamsOf<D> = D extends { readonly params: infer P }
  ? { readonly [K in keyof P]: P[K] extends v.GenericSchema<infer _, infer Out> ? Out : never }
  : Record<never, never>;
/** The query of a declaration, as it was read. */
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
 * Runs `work` in one transaction and returns its result; every change a call makes goes through here, at most once a
 * call. What writes needs the context that `work` is given.
 */
export type Write<WriteContext> = <Result>(work: (context: WriteContext) => Result) => Result;

/**
 * As `Write`, for calls that many make at the same moment: they share one transaction, and so one wait for the disk. When
 * one of them fails the others are done again without it, so the work must do nothing that a rollback does not undo.
 */
export type WriteTogether<WriteContext> = <Result>(work: (context: WriteContext) => Result) => Promise<Result>;

/** Stores, in the one transaction of the call, that something was read; where nothing can be stored the read goes on. */
export type Note<WriteContext> = (work: (context: WriteContext) => void) => void;

/** What a handler is given: everything from outside, parsed once, and who asks. */
export interface Call<D, WriteContext> {
  readonly caller: CallerOf<D>;
  readonly credentials: CredentialsOf<D>;
  readonly params: ParamsOf<D>;
  readonly query: QueryOf<D>;
  readonly body: BodyOf<D>;
  readonly file: FileOf<D>;
  /** Address of the client, or of what the trusted proxy says. */
  readonly address: string;
  header(name: string): string | undefined;
  /** The query as sent, for cache keys. */
  readonly rawQuery: string;
  readonly write: Write<WriteContext>;
  /**
   * As `write`, any number of times before it, for work that one transaction would make too long: what a step has done
   * stays done when a later one is rejected.
   */
  readonly step: Write<WriteContext>;
  readonly writeTogether: WriteTogether<WriteContext>;
  readonly note: Note<WriteContext>;
}

/** What a call returns whose declaration names a further success without a body. */
export type EmptyOf<D> = D extends { readonly emptyStatus: number } ? undefined : never;

type ResponseOf<D> = D extends { readonly response: ContentResponse }
  ? Content | EndpointResponse<Content>
  : D extends { readonly response: infer R extends v.GenericSchema }
    ? v.InferInput<R> | EndpointResponse<v.InferInput<R>> | EmptyOf<D>
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

/** In front of the path of every socket and every endpoint that is not `outsideApi`. */
export const apiPrefix = '/api/v3';

/** One routable route variant of an endpoint. */
export interface RouteVariant {
  readonly method: Method;
  readonly path: string;
  readonly primary: boolean;
}

/** The parameters of a path, as they are called in declarations. */
export const listParamNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}|\*\*$/g)].map(([, name = 'rest']) => name);

/** All route variants of an endpoint with their full paths; the first is the primary one. */
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

/** The features that a declaration names: none, one or several. */
export function listFeatures({ feature }: Pick<Endpoint, 'feature'>): readonly Feature[] {
  if (feature === undefined) return [];
  return typeof feature === 'string' ? [feature] : feature;
}

/** The statuses a successful call may have, the default one first. */
export function listStatuses(declaration: Endpoint): readonly number[] {
  if (declaration.status === undefined) return [200];
  return typeof declaration.status === 'number' ? [declaration.status] : declaration.status;
}

/** Every POST that a bearer token opens may be made with an idempotency key, unless it ignores them (decision 35). */
export function acceptsIdempotencyKey({
  method,
  access,
  ignoresIdempotencyKey = false,
}: Pick<Endpoint, 'method' | 'access' | 'ignoresIdempotencyKey'>): boolean {
  const byToken = (['optional', 'token', 'minimum', 'role'] as const).some((kind) => includesAccess(access, kind));
  return method === 'POST' && byToken && !ignoresIdempotencyKey;
}
