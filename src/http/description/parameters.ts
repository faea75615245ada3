import { acceptsIdempotencyKey, type Endpoint, listParamNames, type Method } from '#contract/endpoint.ts';
import type { Glossary } from './glossary.ts';
import { buildReference, type Json, readEntry, type SchemaCollection, withDescription } from './schemas.ts';

/** Decision 35: every POST made with a bearer token takes idempotency keys. */
const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes the request safe to retry: for 24 hours, the same key returns the first response',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

const ifNoneMatch: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the cached response; returns 304 if it’s still current',
  schema: { type: 'string' },
};

/** Parameters that several calls share. */
export const parameterComponents: Json = { IdempotencyKey: idempotencyKey, IfNoneMatch: ifNoneMatch };

/** Everything needed to describe parameters of calls and sockets. */
export interface ParameterContext {
  readonly schemas: SchemaCollection;
  readonly words: Glossary;
}

type DeclaredParameters = Pick<Endpoint, 'params' | 'query'>;

/** Describes path and query parameters. */
export function describeParameters(
  { schemas, words }: ParameterContext,
  operation: string,
  { params, query }: DeclaredParameters,
  path: string,
): Json[] {
  const describe = (place: 'path' | 'query', name: string): Json => {
    const { description, ...schema } = schemas.describe(readEntry(place === 'path' ? params : query, name));
    return {
      name,
      in: place,
      required: place === 'path',
      ...withDescription(words.describeParameter(operation, name) ?? description),
      schema,
    };
  };
  return [
    ...listParamNames(path).map((name) => describe('path', name)),
    ...Object.keys(query ?? {}).map((name) => describe('query', name)),
  ];
}

/** Describes header parameters. */
export function describeHeaders(declaration: Endpoint, method: Method): Json[] {
  return [
    ...(acceptsIdempotencyKey({ ...declaration, method }) ? [buildReference('parameters', 'IdempotencyKey')] : []),
    ...(declaration.hasEntityTag ? [buildReference('parameters', 'IfNoneMatch')] : []),
  ];
}
