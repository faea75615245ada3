import { AppError } from '#contract/errors.ts';
import { buildErrorResponse } from '#http/error-response.ts';
import type { ShowError } from '#http/handle-errors.ts';
import { readRawQuery } from '#http/parse-request.ts';
import type { Incoming } from '#http/ports.ts';
import { readResponseOptions } from '#http/response.ts';
import { findMovedPage } from './moved-pages.ts';
import { openVisit } from './open-visit.ts';
import { showTrouble } from './pages/trouble.ts';
import { redirect, redirectFromDialect } from './respond.ts';
import { respondWithView } from './show-page.ts';
import { acceptsHtml, readClaim, type Web } from './web.ts';

/** Renders errors as pages for browsers. If the page requires an account, it redirects to the sign-in page first. */
export const createErrorPages =
  (web: Web): ShowError =>
  (incoming, error) => {
    if (incoming.req.path.startsWith('/api/')) return undefined;
    const moved = isNotFound(error) ? findNewAddress(incoming, web) : undefined;
    if (moved !== undefined) return redirectFromDialect(moved, readResponseOptions(incoming.env.incoming));
    if (!acceptsHtml(incoming)) return undefined;
    if (needsSignIn(error)) {
      const way = `/sign-in?next=${encodeURIComponent(getURL(incoming))}`;
      return redirect(way, readResponseOptions(incoming.env.incoming));
    }
    return showError(incoming, error, web);
  };

const isNotFound = (error: Error): boolean => error instanceof AppError && error.status === 404;

/** Returns the page that shows what an app shares under this address, if there is one. */
function findNewAddress({ req, env }: Incoming, { listDialects }: Web): string | undefined {
  if (req.method !== 'GET' && req.method !== 'HEAD') return undefined;
  return findMovedPage(req.path, readRawQuery(env.incoming.url), listDialects());
}

const needsSignIn = (error: Error): boolean => error instanceof AppError && error.status === 401;

/** Where to return to after signing in. Following a link can't send a form again, so it's the form's page. */
const getURL = ({ env }: Incoming): string => env.incoming.url ?? '/';

async function showError(incoming: Incoming, error: Error, web: Web): Promise<Response> {
  const { requestID } = readResponseOptions(incoming.env.incoming);
  const { status, headers, body } = buildErrorResponse(error, requestID, web.ports.strict);
  const visit = await openVisit(web, {
    claim: readClaim(incoming, web),
    node: incoming.env.incoming,
    params: {},
    query: {},
    named: new Set(),
  });
  return respondWithView({}, showTrouble({ status, reason: body.reason, requestID }), visit, incoming, {
    status,
    headers,
  });
}
