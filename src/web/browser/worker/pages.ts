import { forgetPages, getStoreName, listAccountsWithCachedPages } from '../shared/cached-pages.ts';
import { findStyle } from './assets.ts';

/** The oldest are evicted first. */
const maxPages = 80;
/** The cached page is shown when the server takes longer than this. */
const timeoutMilliseconds = 6000;
const offlinePath = '/offline';

/** Returns the account whose pages are cached on this phone: who was signed in when the server was last reached. */
export const findAccount = async (): Promise<string | undefined> => (await listAccountsWithCachedPages())[0];

/** Changes when the user signs in or out, so that responses to earlier requests aren't cached. */
let session = 0;

/** Deletes all cached pages when the user signs in or out, whatever the server responds. */
export function endSession(): Promise<void> {
  session += 1;
  return forgetPages();
}

/**
 * Returns a page from the server and caches it. If the server is unreachable or slow, returns the cached page, marked
 * with its time. `goesOn` keeps the worker alive for work after the response.
 */
export async function respondWithPage(request: Request, goesOn: (work: Promise<unknown>) => void): Promise<Response> {
  const asked = session;
  const fresh = fetch(request).then(async (response) => {
    if (asked === session) await keep(request, response.clone());
    return response;
  });
  goesOn(fresh.catch(() => {}));
  const kept = findCachedPage(request);
  try {
    return await Promise.race([fresh, getCachedPageAfterTimeout(kept)]);
  } catch (error) {
    const page = await kept;
    if (page) return page;
    if (request.mode === 'navigate') return (await findPage(offlinePath)) ?? (await showOffline());
    throw error;
  }
}

/** For users who aren't signed in, and for browsers that deleted their storage: a page that only says what's wrong. */
async function showOffline(): Promise<Response> {
  const style = await findStyle();
  const link = style === undefined ? '' : `<link rel="stylesheet" href="${style}">`;
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>You’re offline – Gangway</title>${link}</head>
<body><main><header class="head"><h1>You’re offline</h1></header>
<div class="col"><p>This phone can’t reach the ship. Move somewhere with WiFi, then reload the page.</p>
<p class="actions"><a class="button" href="">Reload</a></p></div></main></body></html>`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(body, { status: 503, headers });
}

/** Resolves with the cached page after the timeout; never resolves if there is none. */
const getCachedPageAfterTimeout = (kept: Promise<Response | undefined>): Promise<Response> =>
  new Promise((resolve) => {
    setTimeout(() => void kept.then((page) => page && resolve(page)), timeoutMilliseconds);
  });

async function keep(request: Request, response: Response): Promise<void> {
  const { status, redirected, headers } = response;
  // Files and redirects don't tell who is signed in.
  if (status >= 500 || !(headers.get('content-type') ?? '').startsWith('text/html')) return;
  const account = headers.get('x-account') ?? undefined;
  await forgetPages(account);
  if (account === undefined || status !== 200 || redirected || headers.has('x-confidential')) return;
  const store = await caches.open(getStoreName(account));
  await store.put(removeHash(request.url), response);
  const pages = await store.keys();
  for (const page of pages.slice(0, Math.max(0, pages.length - maxPages))) await store.delete(page);
}

const removeHash = (url: string): string => url.split('#')[0] ?? url;

async function findPage(address: string): Promise<Response | undefined> {
  const account = await findAccount();
  if (account === undefined) return undefined;
  // Responses vary by user, but the cache already belongs to one user.
  return (await caches.open(getStoreName(account))).match(address, { ignoreVary: true });
}

/** Returns the cached page, changed to show that it's a stored copy. */
async function findCachedPage(request: Request): Promise<Response | undefined> {
  const page = await findPage(removeHash(request.url));
  if (!page) return undefined;
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set('x-kept', 'true');
  return new Response((await page.text()).replace('id="stale" hidden', 'id="stale"'), { headers });
}
