import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describeAccess, includesAccess } from '#contract/access.ts';
import { listItems } from '#contract/bounds.ts';
import {
  type Api,
  acceptsIdempotencyKey,
  apiPrefix,
  type Endpoint,
  type FileBody,
  getTextLimit,
  listParamNames,
  listRateLimits,
  listRouteVariants,
  listStatuses,
  type RouteVariant,
} from '#contract/endpoint.ts';
import { ErrorResponse } from '#contract/errors.ts';
import { type RateLimit, socketsOpened } from '#contract/rate-limit.ts';
import type { SocketApi, SocketDeclaration } from '#contract/socket.ts';

/** What one area contributes to the document. */
export interface DescribedArea {
  readonly name: string;
  readonly api: Api;
  readonly sockets?: SocketApi;
}

type Json = Record<string, unknown>;

/** JSON Schema of a wire schema; what the library cannot say of a scalar, the scalar says itself (`wireSchema`). */
function toSchema(schema: v.GenericSchema): Json {
  return toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => describeList(valibotSchema, { ...jsonSchema }),
  }) as Json;
}

/** A list says what its items are; the library sees only that it is one. */
function describeList(schema: unknown, described: Json): Json | undefined {
  // Whatever the library converts is a schema of the same library.
  const items = listItems(schema as v.GenericSchema);
  return items && { ...described, items: withoutMarker(toSchema(items)) };
}

function withoutMarker({ $schema: _, ...schema }: Json): Json {
  return schema;
}

function describeParameters(declaration: Pick<Endpoint, 'params' | 'query'>, path: string): Json[] {
  const inPath = listParamNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: withoutMarker(toSchema((declaration.params?.[name] ?? v.string()) as v.GenericSchema)),
  }));
  const inQuery = Object.entries(declaration.query ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: withoutMarker(toSchema(schema as v.GenericSchema)),
  }));
  return [...inPath, ...inQuery];
}

/** Decision 35: every POST made with a bearer token takes idempotency keys. */
const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes the call safe to repeat: a repeat with the same key gets the first response, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function describeContent(declaration: Endpoint): Json | undefined {
  const { response } = declaration;
  if (response === undefined) return undefined;
  if ('content' in response) return { [response.content]: {} };
  return { 'application/json': { schema: withoutMarker(toSchema(response)) } };
}

function describeSecurity(declaration: Pick<Endpoint, 'access'>): Json[] {
  const { access } = declaration;
  const byPassword =
    includesAccess(access, 'basic') ||
    includesAccess(access, 'account-basic') ||
    includesAccess(access, 'service-basic');
  const byToken =
    includesAccess(access, 'token') || includesAccess(access, 'minimum') || includesAccess(access, 'role');
  return [
    ...(access.kind === 'open' || access.kind === 'optional' ? [{}] : []),
    ...(byPassword ? [{ basic: [] }] : []),
    ...(byToken || access.kind === 'optional' ? [{ bearer: [] }] : []),
  ];
}

/** Core rule 10; how large a picture may be is a setting. */
function describeBodyLimit(declaration: Endpoint): string {
  const { pictures = 0 } = declaration;
  const forPictures = pictures > 0 ? `, and ${pictures} x 4/3 of maxImageSize for pictures` : '';
  return `At most ${getTextLimit(declaration)} bytes${forPictures}; more is 413`;
}

const bodyType = ({ bodyFormat }: Endpoint): string => (bodyFormat === 'text' ? 'text/plain' : 'application/json');

const errorResponseReference = { $ref: '#/components/responses/Error' };

/** Where a call is counted: what is too many of it, and the response to that (core rule 125). */
function describeRateLimits(limits: readonly RateLimit[]): { entry: Json; responses: Json } {
  if (limits.length === 0) return { entry: {}, responses: {} };
  return {
    entry: { 'x-rate-limits': limits.map(({ what, perFamily, perAddress }) => ({ what, perFamily, perAddress })) },
    responses: { '429': { $ref: '#/components/responses/TooMany' } },
  };
}

function describeOperation(
  area: string,
  name: string,
  declaration: Endpoint,
  { method, path, primary }: RouteVariant,
): Json {
  const content = describeContent(declaration);
  const limits = describeRateLimits(listRateLimits(declaration));
  const success = listStatuses(declaration).map((status) => [
    String(status),
    { description: declaration.summary, ...(content && status !== 204 && { content }) },
  ]);
  return {
    operationId: primary ? `${area}.${name}` : `${area}.${name}@${path}`,
    tags: [area],
    summary: declaration.summary,
    'x-access': describeAccess(declaration.access),
    ...(declaration.feature && { 'x-feature': declaration.feature }),
    ...(declaration.preregistration && { 'x-preregistration': true }),
    ...limits.entry,
    security: describeSecurity(declaration),
    parameters: [
      ...describeParameters(declaration, path),
      ...(acceptsIdempotencyKey({ ...declaration, method }) ? [idempotencyKeyParameter] : []),
    ],
    ...(declaration.body && {
      requestBody: {
        required: !declaration.bodyMayBeEmpty,
        description: describeBodyLimit(declaration),
        content: { [bodyType(declaration)]: { schema: withoutMarker(toSchema(declaration.body)) } },
      },
    }),
    ...(declaration.file && { requestBody: describeFileBody(declaration.file) }),
    responses: { ...Object.fromEntries(success), ...limits.responses, default: errorResponseReference },
  };
}

const describeFileBody = ({ mediaType, maxBytes }: FileBody): Json => ({
  required: true,
  description: `A file of at most ${maxBytes} bytes; more is 413`,
  content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } },
});

function describeSocket(area: string, name: string, declaration: SocketDeclaration): Json {
  const limits = describeRateLimits([socketsOpened]);
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: declaration.summary,
    'x-access': describeAccess(declaration.access),
    ...(declaration.feature && { 'x-feature': declaration.feature }),
    'x-websocket': true,
    'x-messages': declaration.messages.map((message) => withoutMarker(toSchema(message))),
    ...limits.entry,
    security: describeSecurity(declaration),
    parameters: describeParameters(declaration, declaration.path),
    responses: {
      '101': { description: 'Switching to WebSocket' },
      ...limits.responses,
      default: errorResponseReference,
    },
  };
}

/** One entry per route variant, by path and method; sockets as GET. */
function describePaths(areas: readonly DescribedArea[]): Record<string, Json> {
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, entry: Json) => {
    paths[path] = { ...paths[path], [method]: entry };
  };
  for (const { name: area, api, sockets = {} } of areas) {
    for (const [name, declaration] of Object.entries(api)) {
      for (const variant of listRouteVariants(declaration)) {
        add(variant.path, variant.method.toLowerCase(), describeOperation(area, name, declaration, variant));
      }
    }
    for (const [name, declaration] of Object.entries(sockets)) {
      add(apiPrefix + declaration.path, 'get', describeSocket(area, name, declaration));
    }
  }
  return Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The OpenAPI 3.1 document of all areas (decision 46). */
export function buildOpenApiDocument(areas: readonly DescribedArea[], version: string): Json {
  const errorContent = { 'application/json': { schema: withoutMarker(toSchema(ErrorResponse)) } };
  return {
    openapi: '3.1.0',
    info: { title: 'Gangway', version, description: 'The social service of one sailing.' },
    servers: [{ url: '/' }],
    paths: describePaths(areas),
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        Error: { description: 'Every error', content: errorContent },
        TooMany: {
          description: 'Too many in a short time',
          headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
          content: errorContent,
        },
      },
    },
  };
}
