import { askForPage } from './ask.ts';
import { nameStore } from './shared/kept-pages.ts';

/** The first of these links of a list of chats are fetched too. */
const maxChats = 8;
/** A page takes 10 KB at most, so that all take less than 150. */
const always = ['/offline', '/', '/schedule', '/schedule?following=true', '/chats'];
const hour = 3_600_000;
const keptFor = 6 * hour;

/**
 * Has the browser cache the pages that are seen, and prefetches the ones people want when the server is out of reach.
 * Does nothing where the browser has no service workers (plain http) or blocks them.
 */
export async function keepForOffline(account: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await cachePages(account).catch(() => {});
}

async function cachePages(account: string): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js');
  await untilControlled();
  await keepAssets();
  if (location.pathname === '/offline' || document.querySelector('#kept')) await listKept(account);
  await pause();
  await fetchAhead(account);
}

/** First comes what someone goes on to. */
const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 2000));

/** The worker that was just installed takes over this page too. */
async function untilControlled(): Promise<void> {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
}

/** What this page brought along before the worker was there; the browser has it. */
async function keepAssets(): Promise<void> {
  const links = document.querySelectorAll('link[rel="stylesheet"], script[src], use');
  const addresses = [...links].map(
    (link) => link.getAttribute('src') ?? link.getAttribute('href')?.split('#')[0] ?? '',
  );
  await Promise.all([...new Set(addresses)].map((address) => fetch(address)));
}

/** One after the other, so that what is asked for meanwhile does not wait behind them. */
async function fetchAhead(account: string): Promise<void> {
  const paths = [location.pathname + location.search, ...always];
  for (const path of paths) {
    const page = await getPage(path, account);
    if (!page) return;
    if (path === '/chats') paths.push(...listChats(page).slice(0, maxChats));
  }
}

/** A page that is on the phone already, or else from the box; it does not count as read. */
async function getPage(path: string, account: string): Promise<Document | undefined> {
  const kept = await (await caches.open(nameStore(account))).match(path, { ignoreVary: true });
  const age = Date.now() - Date.parse(kept?.headers.get('date') ?? '');
  if (!kept || !(age < keptFor)) return askForPage(path, { purpose: 'prefetch' });
  return new DOMParser().parseFromString(await kept.text(), 'text/html');
}

const listChats = (page: Document): string[] =>
  [...page.querySelectorAll('main a[href^="/chats/"]')]
    .map((link) => link.getAttribute('href')?.split('#')[0] ?? '')
    .filter((path) => /^\/chats\/[0-9a-f-]{36}$/.test(path));

/** Names the pages that are on this phone. */
async function listKept(account: string): Promise<void> {
  const items = [...(await findKept(account))].map(([url, title]) => {
    const [item, link] = [document.createElement('li'), document.createElement('a')];
    link.href = url;
    link.textContent = title;
    item.append(link);
    return item;
  });
  document.querySelector('#kept')?.replaceChildren(...items);
}

/** Addresses and titles of what is stored. Of a chat or list stored under several queries, the shortest address stands for all. */
async function findKept(account: string): Promise<Map<string, string>> {
  const store = await caches.open(nameStore(account));
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
