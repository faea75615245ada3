import * as v from 'valibot';
import {
  type Api,
  acceptsIdempotencyKey,
  apiPrefix,
  type Endpoint,
  type Handler,
  type Handlers,
  listParamNames,
  listRouteVariants,
  listStatuses,
  type Method,
} from '#contract/endpoint.ts';

/** Endpoints with their handlers. */
export interface ServedApi {
  readonly api: Api;
  readonly handlers: Handlers<Api, never>;
}

/** One route variant with everything that can be computed once for all requests. */
export interface Route {
  readonly declaration: Endpoint;
  readonly handler: Handler<Endpoint, never>;
  readonly method: Method;
  readonly path: string;
  readonly paramNames: readonly string[];
  readonly params: v.GenericSchema;
  readonly query: v.GenericSchema | undefined;
  readonly defaultStatus: number;
  readonly acceptsIdempotencyKey: boolean;
  /** Whether its JSON gets an entity tag. */
  readonly isTagged: boolean;
}

/** Lists all route variants of all endpoints. */
export function listRoutes({ api, handlers }: ServedApi): Route[] {
  return Object.entries(api).flatMap(([name, declaration]) => {
    // The handler map has exactly the names of the declarations, as `area()` has checked.
    const handler = handlers[name] as Handler<Endpoint, never>;
    return listRouteVariants(declaration).map(({ method, path }) => ({
      declaration,
      handler,
      method,
      path,
      paramNames: listParamNames(path),
      params: v.object((declaration.params ?? {}) as v.ObjectEntries),
      query: declaration.query && v.object(declaration.query as v.ObjectEntries),
      defaultStatus: listStatuses(declaration)[0] ?? 200,
      acceptsIdempotencyKey: checkIdempotency(name, method, declaration),
      isTagged: declaration.hasEntityTag === true && method === 'GET',
    }));
  });
}

/** Responses to calls with idempotency keys are stored as text, so they can't be files. */
function checkIdempotency(name: string, method: Method, declaration: Endpoint): boolean {
  const { response } = declaration;
  const isKeyed = acceptsIdempotencyKey({ ...declaration, method });
  if (isKeyed && response && 'content' in response) throw new Error(`${name} cannot respond with bytes`);
  return isKeyed;
}

/**
 * Sorts by path so that a fixed segment comes before a parameter at the same position: the first match wins (core rule
 * 16).
 */
export function sortBySpecificity<Item>(items: Iterable<Item>, pathOf: (item: Item) => string): Item[] {
  const ranked = [...items].map((item) => ({ item, rank: rankSpecificity(pathOf(item)) }));
  return ranked.sort((left, right) => (left.rank < right.rank ? -1 : 1)).map(({ item }) => item);
}

const rankSpecificity = (path: string): string =>
  path
    .split('/')
    .map((segment) => (/^(?:\{|\*)/.test(segment) ? `1${segment}` : `0${segment}`))
    .join('/');

/**
 * Lists paths of the API that are only prefixes of others, such as `/karaoke/mk`. They respond 404, and their last
 * segment isn't an id of a sibling route (core rule 16, libraries rules K12 and H18).
 */
export function listFixedWords(paths: readonly string[]): string[] {
  const declared = new Set(paths);
  const beginnings = paths
    .filter((path) => path.startsWith(`${apiPrefix}/`))
    .flatMap((path) => {
      const segments = path.split('/');
      return segments.map((_, index) => segments.slice(0, index).join('/'));
    });
  return [...new Set(beginnings)].filter(
    (path) => path.startsWith(`${apiPrefix}/`) && !path.endsWith('}') && !declared.has(path),
  );
}

/** Returns a declared path in the router's syntax. */
export const toHonoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1').replace(/\*\*$/, ':rest{.+}');
