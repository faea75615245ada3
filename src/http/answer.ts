import { Answer, type Content, Rendered, Written } from '#contract/endpoint.ts';
import type { ServerPorts } from './ports.ts';
import {
  buildContentResponse,
  buildEmptyResponse,
  buildJsonResponse,
  buildRenderedResponse,
  type ResponseOptions,
} from './reply.ts';
import type { KeyedCall, StoredResponse } from './retries.ts';
import type { Route } from './routes.ts';
import { checkResponse } from './validate.ts';

/** A handler's result with the status that goes with it. */
function unwrap(route: Route, given: unknown) {
  const response = given instanceof Answer ? given : new Answer(given);
  return { value: response.value, status: response.status ?? route.defaultStatus, headers: response.headers };
}

/** The response for what a handler gave. */
export function buildResponse(
  route: Route,
  given: unknown,
  options: ResponseOptions,
  ports: ServerPorts,
): Response | Promise<Response> {
  const { value, status, headers } = unwrap(route, given);
  const declared = route.declaration.response;
  if (declared === undefined) return buildEmptyResponse(status, headers);
  if (value instanceof Rendered) return buildRenderedResponse(value.body, status, options);
  // The handler's type says that an endpoint declared with a content response gives Content.
  if ('content' in declared) return buildContentResponse(value as Content, status, options, headers);
  if (ports.strict) checkResponse(declared, toRecord(value), `${route.method} ${route.path}`);
  return buildJsonResponse(toJson(value), status, options, headers);
}

const toRecord = (value: unknown): unknown => (value instanceof Written ? value.read() : value);

function toJson(value: unknown): string {
  if (value instanceof Rendered) return new TextDecoder().decode(value.body.bytes);
  return value instanceof Written ? value.text : JSON.stringify(value);
}

/** What a handler gave, as it can be kept and sent again. */
export function toStoredResponse(route: Route, given: unknown, { fingerprint }: KeyedCall): StoredResponse {
  const { value, status, headers } = unwrap(route, given);
  const body = route.declaration.response === undefined ? undefined : toJson(value);
  return { fingerprint, status, headers, body };
}

/** The response to a repeated call: status and body of the first answer. */
export function buildRepeatedResponse(
  { status, headers, body }: StoredResponse,
  options: ResponseOptions,
): Response | Promise<Response> {
  return body === undefined ? buildEmptyResponse(status, headers) : buildJsonResponse(body, status, options, headers);
}
