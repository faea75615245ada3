/** Rendered JSON: bytes, their entity tag, and their compressed form once a client has requested it. */
export interface RenderedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  compressed?: Uint8Array<ArrayBuffer> | undefined;
}

/** A file. */
export interface StoredBody {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
}

/** A stream generated on the fly: of unknown length, restarted for each request. */
export interface StreamedBody {
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A file or other bytes with what HTTP needs to know about them. */
export interface Content {
  readonly mediaType: string;
  readonly body: Uint8Array<ArrayBuffer> | StoredBody | StreamedBody;
  readonly etag?: string;
  readonly cacheSeconds?: number;
  /** File name offered for downloads. */
  readonly attachment?: string;
}

/** The body of a response, as the handler returns it. */
export type ResponseBody<Value> =
  /** The declared record, or the declared content. */
  | { readonly form: 'value'; readonly value: Value }
  /** JSON most of which was written before; `read` gives the record it says, for pages and the checks of tests. */
  | {
      readonly form: 'json';
      readonly write: () => string;
      readonly read: () => Value;
      /** Returns the part of the body that the entity tag is computed from; undefined if that's all of it. */
      readonly tagged: (() => string) | undefined;
    }
  /** JSON with its entity tag, sent as 304 when the client has it; `read` gives the record it says, for pages. */
  | { readonly form: 'rendered'; readonly render: () => RenderedBody; readonly read: () => Value };

interface ResponseExtras {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Never stored for retries of the call, because it contains a secret such as a token. */
  readonly isSecret?: boolean;
}

/** A handler's result that isn't just a value with the default status. */
export class EndpointResponse<Value> {
  readonly body: ResponseBody<Value>;
  /** Undefined for the declared default. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly isSecret: boolean;

  constructor(body: ResponseBody<Value>, { status, headers = {}, isSecret = false }: ResponseExtras = {}) {
    this.body = body;
    this.status = status;
    this.headers = headers;
    this.isSecret = isSecret;
  }
}

/** Returns a value with a non-default status, with headers, or one that is never stored. */
export const respondWith = <Value>(value: Value, extras: ResponseExtras): EndpointResponse<Value> =>
  new EndpointResponse({ form: 'value', value }, extras);

/**
 * JSON most of which is already rendered; each function is called if its form is needed. `tagged` returns the hash of
 * what matters in it, for entity tags.
 */
export const respondWithJson = <Value>(
  write: () => string,
  read: () => Value,
  tagged?: () => string,
): EndpointResponse<Value> => new EndpointResponse({ form: 'json', write, read, tagged });

/** A body with an entity tag; each function is called if its form is needed. */
export const respondWithRendered = <Value>(render: () => RenderedBody, read: () => Value): EndpointResponse<Value> =>
  new EndpointResponse({ form: 'rendered', render, read });

/** The response of a switch: the default status if something changed, 200 if it was already so. */
export const respondToChange = (changed: boolean): EndpointResponse<undefined> | undefined =>
  changed ? undefined : respondWith(undefined, { status: 200 });
