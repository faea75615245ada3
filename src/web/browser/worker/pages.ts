import { forgetPages, listKeptAccounts, nameStore } from '../shared/kept-pages.ts';
import { findStyle } from './assets.ts';

/** The oldest go first. */
const maxPages = 80;
/** A page that is kept is shown when the box takes longer than this. */
const patience = 6000;
const offlinePath = '/offline';

/** Whose pages are kept on this phone: who was signed in when the box was last reached. */
export const findAccount = async (): Promise<string | undefined> => (await listKeptAccounts())[0];

/** Changes when someone signs in or out: what was asked for before comes too late to be kept. */
let session = 0;

/** Anyone who signs in or out has these pages no more, whatever the box says. */
export function endSession(): Promise<void> {
  session += 1;
  return forgetPages();
}

/**
 * A page as the box has it, which is kept; when the box is not reached, or not soon, as it was, marked with its time.
 * `goesOn` holds the worker awake for what comes after the answer.
 */
export async function respondWithPage(request: Request, goesOn: (work: Promise<unknown>) => void): Promise<Response> {
  const asked = session;
  const fresh = fetch(request).then(async (response) => {
    if (asked === session) await keep(request, response.clone());
    return response;
  });
  goesOn(fresh.catch(() => {}));
  const kept = findKept(request);
  try {
    return await Promise.race([fresh, afterPatience(kept)]);
  } catch (error) {
    const page = await kept;
    if (page) return page;
    if (request.mode === 'navigate') return (await findPage(offlinePath)) ?? (await showOffline());
    throw error;
  }
}

/** For people who aren't signed in, and where the browser has deleted what it stored: nothing but what's wrong. */
async function showOffline(): Promise<Response> {
  const style = await findStyle();
  const link = style === undefined ? '' : `<link rel="stylesheet" href="${style}">`;
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>You’re offline – Gangway</title>${link}</head>
<body><main><header class="head"><h1>You’re offline</h1></header>
<div class="col"><p>This phone can’t reach the ship. Go where there’s WiFi, then load the page again.</p>
<p class="actions"><a class="button" href="">Load again</a></p></div></main></body></html>`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(body, { status: 503, headers });
}

/** What is kept, once patience has run out; where nothing is, it waits on. */
const afterPatience = (kept: Promise<Response | undefined>): Promise<Response> =>
  new Promise((resolve) => {
    setTimeout(() => void kept.then((page) => page && resolve(page)), patience);
  });

async function keep(request: Request, response: Response): Promise<void> {
  const { status, redirected, headers } = response;
  // Files, and where a page only leads on, say nothing of who is signed in.
  if (status >= 500 || !(headers.get('content-type') ?? '').startsWith('text/html')) return;
  const account = headers.get('x-account') ?? undefined;
  await forgetPages(account);
  if (account === undefined || status !== 200 || redirected) return;
  const store = await caches.open(nameStore(account));
  await store.put(withoutHash(request.url), response);
  const pages = await store.keys();
  for (const page of pages.slice(0, Math.max(0, pages.length - maxPages))) await store.delete(page);
}

const withoutHash = (url: string): string => url.split('#')[0] ?? url;

async function findPage(address: string): Promise<Response | undefined> {
  const account = await findAccount();
  if (account === undefined) return undefined;
  // What it varies with is who asks, and that the store is for.
  return (await caches.open(nameStore(account))).match(address, { ignoreVary: true });
}

/** The page as it was, which reports that. */
async function findKept(request: Request): Promise<Response | undefined> {
  const page = await findPage(withoutHash(request.url));
  if (!page) return undefined;
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set('x-kept', 'true');
  return new Response((await page.text()).replace('id="stale" hidden', 'id="stale"'), { headers });
}
