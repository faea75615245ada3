import { askForPage } from './ask.ts';
import { getStoreName } from './shared/cached-pages.ts';

/** How many chats from the top of the list are prefetched. */
const maxChats = 8;
/** A page is at most 10 KB, so all of them stay below 150 KB. */
const alwaysCachedPages = ['/offline', '/', '/schedule', '/schedule?following=true', '/chats'];
const hour = 3_600_000;
const maxAgeMilliseconds = 6 * hour;

/**
 * Has the browser cache visited pages, and prefetches the ones people want when the server is out of reach. Does
 * nothing if the browser has no service workers (plain http) or blocks them.
 */
export async function cacheForOffline(account: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await cachePages(account).catch(() => {});
}

async function cachePages(account: string): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js');
  await waitUntilControlled();
  await keepAssets();
  if (location.pathname === '/offline' || document.querySelector('#kept')) await showStoredPages(account);
  await pause();
  await prefetchPages(account);
}

/** Lets what the user opens next load first. */
const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 2000));

/** Waits until the newly installed worker controls this page too. */
async function waitUntilControlled(): Promise<void> {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
}

/** Requests the assets that this page loaded before the worker was active; the browser has them cached. */
async function keepAssets(): Promise<void> {
  const links = document.querySelectorAll('link[rel="stylesheet"], script[src], use');
  const addresses = [...links].map(
    (link) => link.getAttribute('src') ?? link.getAttribute('href')?.split('#')[0] ?? '',
  );
  await Promise.all([...new Set(addresses)].map((address) => fetch(address)));
}

/** Fetches one page at a time, so that other requests don't queue behind them. */
async function prefetchPages(account: string): Promise<void> {
  const paths = [location.pathname + location.search, ...alwaysCachedPages];
  for (const path of paths) {
    const page = await getPage(path, account);
    if (!page) return;
    if (path === '/chats') paths.push(...listChats(page).slice(0, maxChats));
  }
}

/** Returns a page from the phone or else from the server, without marking anything as read. */
async function getPage(path: string, account: string): Promise<Document | undefined> {
  const kept = await (await caches.open(getStoreName(account))).match(path, { ignoreVary: true });
  const age = Date.now() - Date.parse(kept?.headers.get('date') ?? '');
  if (!kept || !(age < maxAgeMilliseconds)) return askForPage(path, { purpose: 'prefetch' });
  return new DOMParser().parseFromString(await kept.text(), 'text/html');
}

const listChats = (page: Document): string[] =>
  [...page.querySelectorAll('main a[href^="/chats/"]')]
    .map((link) => link.getAttribute('href')?.split('#')[0] ?? '')
    .filter((path) => /^\/chats\/[0-9a-f-]{36}$/.test(path));

/** Lists the pages that are stored on this phone. */
async function showStoredPages(account: string): Promise<void> {
  const items = [...(await findStoredPages(account))].map(([url, title]) => {
    const [item, link] = [document.createElement('li'), document.createElement('a')];
    link.href = url;
    link.textContent = title;
    item.append(link);
    return item;
  });
  document.querySelector('#kept')?.replaceChildren(...items);
}

/**
 * Returns the addresses and titles of the stored pages. If a chat or list is stored under several queries, only the
 * shortest address is returned.
 */
async function findStoredPages(account: string): Promise<Map<string, string>> {
  const store = await caches.open(getStoreName(account));
  const shortest = new Map<string, { readonly url: string; readonly title: string }>();
  for (const { url } of await store.keys()) {
    const page = new DOMParser().parseFromString(
      (await (await store.match(url, { ignoreVary: true }))?.text()) ?? '',
      'text/html',
    );
    const title = page.title.replace(/ – Gangway$/, '');
    const { pathname } = new URL(url);
    const subject = `${title} ${/[0-9a-f-]{36}/.exec(pathname)?.[0]}`;
    const known = shortest.get(subject);
    if (title === '' || pathname === '/offline' || (known && known.url.length <= url.length)) continue;
    shortest.set(subject, { url, title });
  }
  return new Map([...shortest.values()].map(({ url, title }) => [url, title]));
}
