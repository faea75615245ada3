// Runs alongside the pages where the browser allows it: over TLS and on this machine.
import { sendMessages } from '../shared/outbox.ts';
import { respondWithAsset } from './assets.ts';
import { endSession, findAccount, respondWithPage } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

/** The browser is back online (Background Sync; not a standard yet). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && /^\/sign-(in|out)$/.test(pathname)) event.waitUntil(endSession());
  if (request.method !== 'GET') return;
  if (pathname.startsWith('/web/')) event.respondWith(respondWithAsset(request));
  else if (isPage(request, pathname)) event.respondWith(respondWithPage(request, (work) => event.waitUntil(work)));
});

const isPage = ({ headers }: Request, pathname: string): boolean =>
  (headers.get('accept') ?? '').includes('text/html') && pathname !== '/badges' && !pathname.startsWith('/api/');

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === 'outbox') (event as SyncEvent).waitUntil(sendQueuedMessages());
});

/** Rejects if something still has to wait: the browser then tries again. */
async function sendQueuedMessages(): Promise<void> {
  const account = await findAccount();
  if (account === undefined) return;
  const channel = new BroadcastChannel(`${account} outbox`);
  const wait = await navigator.locks.request('outbox', () =>
    sendMessages(account, (news) => channel.postMessage(news)),
  );
  channel.close();
  if (wait !== undefined) throw new Error('posts are still waiting to be sent');
}
