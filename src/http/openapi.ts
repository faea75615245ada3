import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { accessIncludes, accessWord } from '#contract/access.ts';
import {
  type Api,
  apiPrefix,
  type Endpoint,
  type Spelling,
  spellings,
  statusesOf,
  takesRetryKeys,
} from '#contract/endpoint.ts';
import { ErrorResponse } from '#contract/errors.ts';
import type { SocketApi, SocketDeclaration } from '#contract/socket.ts';

/** What one area contributes to the document. */
export interface DescribedArea {
  readonly name: string;
  readonly api: Api;
  readonly sockets?: SocketApi;
}

type Json = Record<string, unknown>;

/** JSON Schema of a wire schema; what the library cannot say of a scalar, the scalar says itself (`wireSchema`). */
function schemaOf(schema: v.GenericSchema): Json {
  return toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' }) as Json;
}

function withoutMarker({ $schema: _, ...schema }: Json): Json {
  return schema;
}

function parameters(declaration: Pick<Endpoint, 'params' | 'query'>, path: string): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: withoutMarker(schemaOf((declaration.params?.[name] ?? v.string()) as v.GenericSchema)),
  }));
  const inQuery = Object.entries(declaration.query ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: withoutMarker(schemaOf(schema as v.GenericSchema)),
  }));
  return [...inPath, ...inQuery];
}

/** Decision 35: every POST made with a bearer token takes retry keys. */
const retryKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes the call safe to repeat: a repeat with the same key gets the first answer, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function replyContent(declaration: Endpoint): Json | undefined {
  const { reply } = declaration;
  if (reply === undefined) return undefined;
  if ('content' in reply) return { [reply.content]: {} };
  return { 'application/json': { schema: withoutMarker(schemaOf(reply)) } };
}

function security(declaration: Pick<Endpoint, 'access'>): Json[] {
  const { access } = declaration;
  const byPassword =
    accessIncludes(access, 'basic') ||
    accessIncludes(access, 'account-basic') ||
    accessIncludes(access, 'service-basic');
  const byToken =
    accessIncludes(access, 'token') || accessIncludes(access, 'minimum') || accessIncludes(access, 'role');
  return [
    ...(access.kind === 'open' || access.kind === 'optional' ? [{}] : []),
    ...(byPassword ? [{ basic: [] }] : []),
    ...(byToken || access.kind === 'optional' ? [{ bearer: [] }] : []),
  ];
}

const errorReplyReference = { $ref: '#/components/responses/Error' };

function operation(area: string, name: string, declaration: Endpoint, { method, path, primary }: Spelling): Json {
  const content = replyContent(declaration);
  const success = statusesOf(declaration).map((status) => [
    String(status),
    { description: declaration.summary, ...(content && status !== 204 && { content }) },
  ]);
  return {
    operationId: primary ? `${area}.${name}` : `${area}.${name}@${path}`,
    tags: [area],
    summary: declaration.summary,
    'x-access': accessWord(declaration.access),
    ...(declaration.feature && { 'x-feature': declaration.feature }),
    ...(declaration.preregistration && { 'x-preregistration': true }),
    security: security(declaration),
    parameters: [
      ...parameters(declaration, path),
      ...(takesRetryKeys({ method, access: declaration.access }) ? [retryKeyParameter] : []),
    ],
    ...(declaration.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: withoutMarker(schemaOf(declaration.body)) } },
      },
    }),
    responses: { ...Object.fromEntries(success), default: errorReplyReference },
  };
}

function socketOperation(area: string, name: string, declaration: SocketDeclaration): Json {
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: declaration.summary,
    'x-access': accessWord(declaration.access),
    ...(declaration.feature && { 'x-feature': declaration.feature }),
    'x-websocket': true,
    'x-messages': declaration.messages.map((message) => withoutMarker(schemaOf(message))),
    security: security(declaration),
    parameters: parameters(declaration, declaration.path),
    responses: { '101': { description: 'Switching to WebSocket' }, default: errorReplyReference },
  };
}

/** One entry per spelling, by path and method; sockets as GET. */
function pathsOf(areas: readonly DescribedArea[]): Record<string, Json> {
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, entry: Json) => {
    paths[path] = { ...paths[path], [method]: entry };
  };
  for (const { name: area, api, sockets = {} } of areas) {
    for (const [name, declaration] of Object.entries(api)) {
      for (const spelling of spellings(declaration)) {
        add(spelling.path, spelling.method.toLowerCase(), operation(area, name, declaration, spelling));
      }
    }
    for (const [name, declaration] of Object.entries(sockets)) {
      add(apiPrefix + declaration.path, 'get', socketOperation(area, name, declaration));
    }
  }
  return Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The OpenAPI 3.1 document of all areas (decision 46). */
export function openApiDocument(areas: readonly DescribedArea[], version: string): Json {
  return {
    openapi: '3.1.0',
    info: { title: 'Gangway', version, description: 'The social service of one sailing.' },
    servers: [{ url: '/' }],
    paths: pathsOf(areas),
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic' }, bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        Error: {
          description: 'Every error',
          content: { 'application/json': { schema: withoutMarker(schemaOf(ErrorResponse)) } },
        },
      },
    },
  };
}
