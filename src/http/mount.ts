import type { Hono } from 'hono';
import type { Method } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Environment, Incoming, ServerPorts } from './ports.ts';
import { emptyReply, preflightHeaders } from './reply.ts';
import { createResponder } from './respond.ts';
import { bySpecificity, honoPath, routesOf, type Served } from './routes.ts';

/** Puts every endpoint, with all its spellings, behind its gates. */
export function mountEndpoints(app: Hono<Environment>, served: readonly Served[], ports: ServerPorts): void {
  const byPath = Map.groupBy(served.flatMap(routesOf), ({ path }) => path);
  for (const path of [...byPath.keys()].sort(bySpecificity)) {
    const routes = byPath.get(path) ?? [];
    for (const route of routes) app.on(route.method, honoPath(path), createResponder(route, ports));
    refuseOtherMethods(
      app,
      path,
      routes.map(({ method }) => method),
    );
  }
}

const refusable = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Refuses the other methods of a path, naming those it takes, and answers preflights. All methods of a path stand
 * together in the router, so that a wrong one never falls through to a parameter.
 */
export function refuseOtherMethods(app: Hono<Environment>, path: string, methods: readonly Method[]): void {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const refuse = (incoming: Incoming) => {
    if (incoming.req.method === 'OPTIONS') return emptyReply(204, { ...preflightHeaders, allow });
    throw new AppError('method-not-allowed', `this address takes ${methods.join(' or ')}`, { headers: { allow } });
  };
  // Named one by one: a refusal of "all" would match beside the right method too and cost every request its short way.
  const others = refusable.filter((method) => !methods.some((taken) => taken === method));
  app.on([...others], honoPath(path), refuse);
}
