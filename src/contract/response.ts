/** Rendered JSON: bytes, their entity tag, and their compressed form once a client asked for it. */
export interface RenderedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  compressed?: Uint8Array<ArrayBuffer> | undefined;
}

/** A file. */
export interface StoredBody {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** What is made while it is sent: as long as it turns out to be, and from the beginning each time. */
export interface StreamedBody {
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A file or other bytes with what HTTP needs to know of them. */
export interface Content {
  readonly mediaType: string;
  readonly body: Uint8Array<ArrayBuffer> | StoredBody | StreamedBody;
  readonly etag?: string;
  readonly cacheSeconds?: number;
  /** File name offered to anyone who downloads it. */
  readonly attachment?: string;
}

/** What a response says, in the form in which the handler has it. */
export type ResponseBody<Value> =
  /** The declared record, or the declared content. */
  | { readonly form: 'value'; readonly value: Value }
  /** JSON most of which was written before; `read` gives the record it says, for pages and the checks of tests. */
  | { readonly form: 'json'; readonly write: () => string; readonly read: () => Value }
  /** JSON with its entity tag, sent as 304 when the client has it; `read` gives the record it says, for pages. */
  | { readonly form: 'rendered'; readonly render: () => RenderedBody; readonly read: () => Value };

interface ResponseExtras {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Never stored for a repeat of the call, since it holds a secret such as a token. */
  readonly isSecret?: boolean;
}

/** What a handler returns when a plain value with the default status does not say it all. */
export class EndpointResponse<Value> {
  readonly body: ResponseBody<Value>;
  /** Undefined: the declared default. */
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

/** A value with another status than the default one, with headers, or one that is never stored. */
export const respondWith = <Value>(value: Value, extras: ResponseExtras): EndpointResponse<Value> =>
  new EndpointResponse({ form: 'value', value }, extras);

/** JSON most of which was written before: each is called where the one form or the other is wanted. */
export const respondWithJson = <Value>(write: () => string, read: () => Value): EndpointResponse<Value> =>
  new EndpointResponse({ form: 'json', write, read });

/** A body with an entity tag: each is called where the one form or the other is wanted. */
export const respondWithRendered = <Value>(render: () => RenderedBody, read: () => Value): EndpointResponse<Value> =>
  new EndpointResponse({ form: 'rendered', render, read });

/** The response of a switch: the default status says that something changed, 200 that it was so already. */
export const respondToChange = (changed: boolean): EndpointResponse<undefined> | undefined =>
  changed ? undefined : respondWith(undefined, { status: 200 });
