import { type Api, apiPrefix, listRouteVariants } from '#contract/endpoint.ts';
import { errorCodes } from '#contract/error-codes.ts';
import type { SocketApi } from '#contract/socket.ts';
import { describeErrorComponents, headerComponents } from './errors.ts';
import type { Glossary } from './glossary.ts';
import {
  describeOperation,
  describeSocket,
  type Examples,
  emptySuccesses,
  type OperationContext,
} from './operations.ts';
import { parameterComponents } from './parameters.ts';
import { noRules, type Rules } from './rules.ts';
import { createSchemaCollection, type Json, sortByName, withDescription } from './schemas.ts';

/** What one area contributes to the documents. */
export interface DescribedArea {
  readonly name: string;
  readonly api: Api;
  readonly sockets?: SocketApi;
}

/** What the documents say about the service as a whole. */
export interface DocumentOptions {
  readonly version: string;
  readonly words: Glossary;
  /** By operation id. */
  readonly examples?: Examples;
  readonly rules?: Rules;
}

/** The introduction of the service, the same in both documents. */
export const describeService = (version: string): Json => ({
  title: 'Gangway',
  version,
  description: 'The social service of one sailing. In words: `/api/v3/docs`.',
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
});

/** How callers authenticate. */
export const securitySchemes: Json = {
  basic: { type: 'http', scheme: 'basic', description: 'Username and password' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The `token` returned by a login' },
};

/** One entry per route variant, by path and method; sockets are listed as GET. */
function describePaths(areas: readonly DescribedArea[], book: OperationContext): Json {
  const paths = new Map<string, Json>();
  const add = (path: string, method: string, entry: Json) => paths.set(path, { ...paths.get(path), [method]: entry });
  for (const { name: area, api, sockets = {} } of areas) {
    for (const [name, declaration] of Object.entries(api)) {
      for (const variant of listRouteVariants(declaration)) {
        // OpenAPI has no parameter that contains slashes; this one says that it does.
        const path = variant.path.replace('**', '{rest}');
        const described = describeOperation(book, { area, name, declaration }, { ...variant, path });
        add(path, variant.method.toLowerCase(), described);
      }
    }
    for (const [name, declaration] of Object.entries(sockets)) {
      add(apiPrefix + declaration.path, 'get', describeSocket(book, { area, name, declaration }));
    }
  }
  return sortByName(paths);
}

/** Areas that declare calls. */
function describeTags(areas: readonly DescribedArea[], words: Glossary): Json[] {
  return areas
    .filter(({ api, sockets = {} }) => Object.keys(api).length + Object.keys(sockets).length > 0)
    .map(({ name }) => ({ name, ...withDescription(words.describeArea(name)) }));
}

/** Builds the OpenAPI 3.1 document of all areas (decision 46). */
export function buildOpenApiDocument(
  areas: readonly DescribedArea[],
  { version, words, examples = {}, rules = noRules }: DocumentOptions,
): Json {
  const schemas = createSchemaCollection();
  const paths = describePaths(areas, { schemas, words, examples, rules });
  const responses = { ...emptySuccesses, ...describeErrorComponents(schemas) };
  return {
    openapi: '3.1.0',
    info: describeService(version),
    servers: [{ url: '/' }],
    tags: describeTags(areas, words),
    'x-error-codes': errorCodes,
    paths,
    components: {
      schemas: schemas.list(),
      responses,
      parameters: parameterComponents,
      headers: headerComponents,
      securitySchemes,
    },
  };
}
