import { describeAccess } from '#contract/access.ts';
import { apiPrefix, listParamNames } from '#contract/endpoint.ts';
import { readRecordName } from '#contract/record.ts';
import type { SocketDeclaration } from '#contract/socket.ts';
import type { Glossary } from './glossary.ts';
import { type DescribedArea, type DocumentOptions, describeService, securitySchemes } from './openapi.ts';
import {
  buildReference,
  createSchemaCollection,
  type Json,
  readEntry,
  type SchemaCollection,
  withDescription,
} from './schemas.ts';

/** A socket and the name that both documents give it. */
interface NamedSocket {
  readonly name: string;
  readonly declaration: SocketDeclaration;
}

interface DocumentContext {
  readonly schemas: SchemaCollection;
  readonly words: Glossary;
}

const listSockets = (areas: readonly DescribedArea[]): NamedSocket[] =>
  areas.flatMap(({ name: area, sockets = {} }) =>
    Object.entries(sockets).map(([name, declaration]) => ({ name: `${area}.${name}`, declaration })),
  );

/** Describes binary frames, which some sockets send in addition to records. */
const binaryFrame = 'Binary';

/** Messages that a socket sends, by name. */
function listMessages({ messages, relays }: SocketDeclaration): string[] {
  const names = messages.map((message) => {
    const name = readRecordName(message);
    if (name === undefined) throw new Error('a frame of a socket is a record with a name');
    return name;
  });
  return relays === undefined ? names : [...names, binaryFrame];
}

/** Where the socket is opened, and with which parameters. */
function describeChannel({ words, schemas }: DocumentContext, { name, declaration }: NamedSocket): Json {
  const { path, access, feature, query } = declaration;
  const params = listParamNames(path).map((param) => [param, withDescription(words.describeParameter(name, param))]);
  const inQuery = Object.keys(query ?? {}).map((entry) => [
    entry,
    { ...schemas.describe(readEntry(query, entry)), ...withDescription(words.describeParameter(name, entry)) },
  ]);
  return {
    address: apiPrefix + path,
    summary: declaration.summary,
    messages: Object.fromEntries(
      listMessages(declaration).map((message) => [message, buildReference('messages', message)]),
    ),
    ...(params.length > 0 && { parameters: Object.fromEntries(params) }),
    bindings: {
      ws: {
        method: 'GET',
        ...(inQuery.length > 0 && { query: { type: 'object', properties: Object.fromEntries(inQuery) } }),
        bindingVersion: '0.1.0',
      },
    },
    'x-access': describeAccess(access),
    ...(feature && { 'x-feature': feature }),
  };
}

const referToMessage = (channel: string, message: string): Json => ({
  $ref: `#/channels/${channel}/messages/${message}`,
});

/** What the server sends, and for audio sockets what it receives. */
function describeOperations({ name, declaration }: NamedSocket): [string, Json][] {
  const describe = (action: 'send' | 'receive', messages: readonly string[]): Json => ({
    action,
    channel: { $ref: `#/channels/${name}` },
    description: action === 'send' ? declaration.summary : declaration.relays,
    security: [buildReference('securitySchemes', 'bearer')],
    messages: messages.map((message) => referToMessage(name, message)),
  });
  const sent: [string, Json] = [`${name}.send`, describe('send', listMessages(declaration))];
  return declaration.relays === undefined ? [sent] : [sent, [`${name}.receive`, describe('receive', [binaryFrame])]];
}

/** Records are sent as text frames, audio as binary frames. */
function describeMessages({ schemas }: DocumentContext, sockets: readonly NamedSocket[]): Json {
  const records = sockets.flatMap(({ declaration }) => declaration.messages);
  const described = records.map((message) => [
    readRecordName(message),
    { name: readRecordName(message), contentType: 'application/json', payload: schemas.describe(message) },
  ]);
  const binary = {
    name: binaryFrame,
    contentType: 'application/octet-stream',
    summary: 'Audio, passed on as it comes',
  };
  return { ...Object.fromEntries(described), [binaryFrame]: binary };
}

/** AsyncAPI ignores siblings of a reference, so a property's description goes around it. */
function wrapReferences(records: Json): Json {
  const wrap = ([name, { $ref, ...rest }]: [string, Json]) => [
    name,
    $ref === undefined ? rest : { ...rest, allOf: [{ $ref }] },
  ];
  const wrapAll = ({ properties, ...rest }: Json): Json => ({
    ...rest,
    properties: Object.fromEntries(Object.entries(properties as Record<string, Json>).map(wrap)),
  });
  // Every message was described as a record.
  return Object.fromEntries(Object.entries(records).map(([name, record]) => [name, wrapAll(record as Json)]));
}

/** Builds the AsyncAPI 3 document of all sockets. */
export function buildAsyncApiDocument(areas: readonly DescribedArea[], { version, words }: DocumentOptions): Json {
  const books = { schemas: createSchemaCollection(), words };
  const sockets = listSockets(areas);
  const messages = describeMessages(books, sockets);
  return {
    asyncapi: '3.0.0',
    info: describeService(version),
    defaultContentType: 'application/json',
    servers: {
      ship: {
        host: '{host}',
        protocol: 'wss',
        description: 'The server on board; `ws` without a certificate',
        variables: { host: { description: 'Name or address, with the port', default: 'localhost:8081' } },
      },
    },
    channels: Object.fromEntries(sockets.map((socket) => [socket.name, describeChannel(books, socket)])),
    operations: Object.fromEntries(sockets.flatMap(describeOperations)),
    components: {
      schemas: wrapReferences(books.schemas.list()),
      messages,
      securitySchemes: { bearer: securitySchemes.bearer },
    },
  };
}
