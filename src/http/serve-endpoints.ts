import type { Hono } from 'hono';
import type { Method } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Environment, Incoming, ServerPorts } from './ports.ts';
import { createRequestPipeline } from './request-pipeline.ts';
import { buildPreflightResponse } from './response.ts';
import { compareSpecificity, listFixedWords, listRoutes, type Served, toHonoPath } from './route-table.ts';

/** Puts every endpoint, with all its route variants, behind the request pipeline. */
export function serveEndpoints(app: Hono<Environment>, served: readonly Served[], ports: ServerPorts): void {
  const byPath = Map.groupBy(served.flatMap(listRoutes), ({ path }) => path);
  for (const path of [...byPath.keys(), ...listFixedWords([...byPath.keys()])].sort(compareSpecificity)) {
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
 * Rejects the other methods of a path, naming those it takes, and responds to preflights. All methods of a path stand
 * together in the router, so that a wrong one never falls through to a parameter.
 */
export function rejectOtherMethods(app: Hono<Environment>, path: string, methods: readonly Method[]): void {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const reject = (incoming: Incoming) => {
    if (incoming.req.method === 'OPTIONS') return buildPreflightResponse(incoming.env.incoming, { allow });
    throw new AppError('method-not-allowed', `This address takes ${methods.join(' or ')}.`, { headers: { allow } });
  };
  // Named one by one: a rejection of "all" would match next to the right method too and cost every request its short way.
  const others = rejectableMethods.filter((method) => !methods.some((taken) => taken === method));
  app.on([...others], toHonoPath(path), reject);
}
