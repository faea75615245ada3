import type { Hono } from 'hono';
import type { Environment, Incoming } from '#http/ports.ts';
import { recordRequests } from '#http/record-requests.ts';
import { acceptsGzip, readResponseOptions } from '#http/response.ts';
import { sortBySpecificity, toHonoPath } from '#http/route-table.ts';
import { rejectOtherMethods } from '#http/serve-endpoints.ts';
import { type AssetName, assetTypes, getAsset } from './frame/assets.ts';
import { isConfidential } from './page.ts';
import { rejectForgedForms } from './reject-forged-forms.ts';
import { respondWithBadges } from './respond-with-badges.ts';
import { runAction } from './run-action.ts';
import { showPage } from './show-page.ts';
import { signInPath, signInWithJson } from './sign-in-with-json.ts';
import type { Web } from './web.ts';

/** Adds the routes of all pages and their assets. */
export function servePages(app: Hono<Environment>, web: Web): void {
  for (const page of sortBySpecificity(web.pages, ({ path }) => path)) {
    const path = toHonoPath(page.path);
    const record = (method: 'GET' | 'POST', respond: typeof showPage) =>
      recordRequests({ method, path: page.path, isConfidential: isConfidential(page) }, web.ports, (incoming) =>
        respond(page, incoming, web),
      );
    app.get(path, record('GET', showPage));
    if (page.actions) app.post(path, rejectForgedForms, record('POST', runAction));
    rejectOtherMethods(app, page.path, page.actions ? ['GET', 'POST'] : ['GET']);
  }
  for (const name of Object.keys(assetTypes) as AssetName[]) serveAsset(app, name);
  const badges = { method: 'GET', path: '/badges' } as const;
  app.get(
    badges.path,
    recordRequests(badges, web.ports, (incoming) => respondWithBadges(incoming, web)),
  );
  const signIn = { method: 'POST', path: signInPath } as const;
  app.post(
    signIn.path,
    recordRequests(signIn, web.ports, (incoming) => signInWithJson(incoming, web)),
  );
  rejectOtherMethods(app, signIn.path, ['POST']);
  serveWorker(app);
}

/** At the root, so that its scope is every page; always at the same address, where browsers look for updates. */
function serveWorker(app: Hono<Environment>): void {
  const name = 'service-worker.js';
  const headers = {
    'content-type': assetTypes[name],
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'self'",
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  };
  app.get(`/${name}`, (incoming) => respondWithAsset(name, incoming, headers));
}

/** Served under any version: a page loaded before an update still gets the newer style. */
function serveAsset(app: Hono<Environment>, name: AssetName): void {
  const headers = {
    'content-type': assetTypes[name],
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  };
  app.get(`/web/:version/${name}`, (incoming) => respondWithAsset(name, incoming, headers));
}

function respondWithAsset(name: AssetName, { env }: Incoming, headers: Readonly<Record<string, string>>): Response {
  const { bytes, compressed } = getAsset(name);
  const options = readResponseOptions(env.incoming);
  const named = { ...headers, 'x-request-id': options.requestID };
  if (!acceptsGzip(options)) return new Response(bytes, { headers: named });
  return new Response(compressed, { headers: { ...named, 'content-encoding': 'gzip' } });
}
