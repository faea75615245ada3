import type { Hono } from 'hono';
import type { Method } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Environment, Incoming, ServerPorts } from './ports.ts';
import { createRequestPipeline } from './request-pipeline.ts';
import { buildPreflightResponse } from './response.ts';
import { listFixedWords, listRoutes, type ServedApi, sortBySpecificity, toHonoPath } from './route-table.ts';

/** Registers every endpoint, with all its route variants, behind the request pipeline. */
export function serveEndpoints(app: Hono<Environment>, served: readonly ServedApi[], ports: ServerPorts): void {
  const byPath = Map.groupBy(served.flatMap(listRoutes), ({ path }) => path);
  const paths = [...byPath.keys()];
  for (const path of sortBySpecificity([...paths, ...listFixedWords(paths)], (path) => path)) {
    const routes = byPath.get(path);
    if (!routes) {
      app.on([...rejectableMethods], toHonoPath(path), (incoming) => incoming.notFound());
      continue;
    }
    for (const route of routes) app.on(route.method, toHonoPath(path), createRequestPipeline(route, ports));
    rejectOtherMethods(
      app,
      path,
      routes.map(({ method }) => method),
    );
  }
}

const rejectableMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Rejects the other methods of a path, listing those it accepts, and responds to preflights. All methods of a path are
 * registered together, so an unsupported one never matches a parameter route.
 */
export function rejectOtherMethods(app: Hono<Environment>, path: string, methods: readonly Method[]): void {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const reject = (incoming: Incoming) => {
    if (incoming.req.method === 'OPTIONS') return buildPreflightResponse(incoming.env.incoming, { allow });
    throw new AppError('methodNotAllowed', `Method not allowed here. Use ${methods.join(' or ')}.`, {
      headers: { allow },
    });
  };
  // Registered one by one: a rejection for all methods would also match the right one and cost every request its fast
  // path.
  const others = rejectableMethods.filter((method) => !methods.some((taken) => taken === method));
  app.on([...others], toHonoPath(path), reject);
}
