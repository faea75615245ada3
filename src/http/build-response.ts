import type { ContentResponse, Endpoint } from '#contract/endpoint.ts';
import { type Content, EndpointResponse, type RenderedBody, type ResponseBody } from '#contract/response.ts';
import { toJson, toJsonBody } from '#platform/text/json.ts';
import { formatTag, hashBody } from '#platform/text/rendered.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { KeyedCall, NewResponse, StoredResponse } from './idempotency.ts';
import { checkResponse } from './parse-request.ts';
import type { ServerPorts } from './ports.ts';
import {
  buildContentResponse,
  buildEmptyResponse,
  buildJsonResponse,
  buildRenderedResponse,
  buildTaggedResponse,
  buildUnchangedResponse,
  matchesTag,
  type ResponseOptions,
} from './response.ts';
import type { Route } from './route-table.ts';

type DeclaredResponse = NonNullable<Endpoint['response']>;
type RecordSchema = Exclude<DeclaredResponse, ContentResponse>;

/** Builds the response from a handler's result. */
export function buildResponse(
  route: Route,
  returned: unknown,
  options: ResponseOptions,
  ports: ServerPorts,
  dialect: Dialect | undefined,
): Response | Promise<Response> {
  const { body, status, headers } = toEndpointResponse(route, returned);
  const declared = route.declaration.response;
  if (ports.strict) checkEntityTag(route, body);
  if (!declared || isEmpty(route, returned)) return buildEmptyResponse(status, options, headers);
  if (body.form === 'rendered') {
    const rendered = body.render();
    return buildRenderedResponse(dialect ? writeRendered(dialect, declared, rendered) : rendered, status, options);
  }
  // The handler's type says that an endpoint declared with content returns Content.
  if ('content' in declared) return buildContentResponse(readValue(body) as Content, status, options, headers);
  if (ports.strict) checkResponse(declared, readValue(body), `${route.method} ${route.path}`);
  if (route.isTagged) return buildTagged(declared, { body, status, headers }, options, dialect);
  const json = writeBody(body);
  return buildJsonResponse(dialect?.writeResponse(declared, json) ?? json, status, options, headers);
}

/** Builds a record's response with its entity tag, or 304 for a client that has it. */
function buildTagged(
  declared: RecordSchema,
  { body, status, headers }: { readonly body: PlainBody; readonly status: number; readonly headers: Headers },
  options: ResponseOptions,
  dialect: Dialect | undefined,
): Response | Promise<Response> {
  const { etag, json } = computeEntityTag(body, dialect);
  const tagged = { ...headers, etag };
  if (matchesTag(options.ifNoneMatch, etag)) return buildUnchangedResponse(options, tagged);
  const own = json ?? writeBody(body);
  return buildTaggedResponse(dialect?.writeResponse(declared, own) ?? own, status, options, tagged);
}

type Headers = Readonly<Record<string, string>>;
type Json = string | Uint8Array<ArrayBuffer>;

const writeBody = (body: PlainBody): Json => (body.form === 'json' ? body.write() : toJsonBody(body.value));

/** Returns the entity tag of a body, and the body if that was needed to compute it. */
function computeEntityTag(
  body: PlainBody,
  dialect: Dialect | undefined,
): { readonly etag: string; readonly json?: Json } {
  const format = (hashed: string) => formatTag(dialect ? `${hashed}.${dialect.version}` : hashed);
  if (body.form === 'json' && body.tagged) return { etag: format(body.tagged()) };
  const json = writeBody(body);
  return { etag: format(hashBody(json)), json };
}

const writeRendered = (dialect: Dialect, declared: DeclaredResponse, body: RenderedBody): RenderedBody =>
  'content' in declared ? body : dialect.writeRendered(declared, body);

/** Throws if a response has an entity tag that the declaration doesn't announce. */
function checkEntityTag({ declaration, method, path }: Route, body: ResponseBody<unknown>): void {
  const isContent = declaration.response !== undefined && 'content' in declaration.response;
  const hasTag = body.form === 'rendered' || (isContent && (readValue(body) as Content).etag !== undefined);
  if (hasTag && !declaration.hasEntityTag) throw new Error(`${method} ${path} does not declare its entity tag`);
}

/** A handler's result and its status. */
function toEndpointResponse(route: Route, returned: unknown) {
  const { body, status, headers } =
    returned instanceof EndpointResponse ? returned : new EndpointResponse({ form: 'value', value: returned });
  const { emptyStatus } = route.declaration;
  const defaultStatus = isEmpty(route, returned) ? (emptyStatus ?? route.defaultStatus) : route.defaultStatus;
  return { body, status: status ?? defaultStatus, headers };
}

/** Whether the response has no body: the endpoint declares none, or the handler chose the status without one. */
const isEmpty = ({ declaration: { response, emptyStatus } }: Route, returned: unknown): boolean =>
  response === undefined || (emptyStatus !== undefined && returned === undefined);

type PlainBody = Exclude<ResponseBody<unknown>, { form: 'rendered' }>;

const readValue = (body: PlainBody): unknown => (body.form === 'json' ? body.read() : body.value);

function writeText(body: ResponseBody<unknown>): string {
  if (body.form === 'rendered') return decodeRendered(body.render());
  return body.form === 'json' ? body.write() : toJson(body.value);
}

const decodeRendered = ({ bytes }: RenderedBody): string => new TextDecoder().decode(bytes);

/** Returns a handler's result in a form that can be stored and sent again. */
export function toStoredResponse(route: Route, returned: unknown, { fingerprint }: KeyedCall): NewResponse {
  const { body, status, headers } = toEndpointResponse(route, returned);
  return { fingerprint, status, headers, body: isEmpty(route, returned) ? undefined : writeText(body) };
}

/** Builds the response to a retried call: status and body of the first one. */
export function buildRepeatedResponse(
  { declaration: { response: declared } }: Route,
  { status, headers, body }: StoredResponse,
  options: ResponseOptions,
  dialect: Dialect | undefined,
): Response | Promise<Response> {
  if (body === undefined) return buildEmptyResponse(status, options, headers);
  const json = dialect && declared && !('content' in declared) ? dialect.writeResponse(declared, body) : body;
  return buildJsonResponse(json, status, options, headers);
}
