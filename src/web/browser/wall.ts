import { isSupported } from './supported.ts';

/**
 * Refreshes a wall screen, which no one touches. While the server is down, the screen keeps its content; it refreshes
 * when the server is back.
 */
const seconds = 20;
const timeoutMilliseconds = 10_000;

async function renew(): Promise<void> {
  // Not `AbortSignal.timeout`, which Safari 15 lacks.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMilliseconds);
  try {
    const response = await fetch(location.href, { cache: 'no-store', signal: timeout.signal });
    if (!response.ok) throw new Error(`the server responded with ${response.status}`);
    const renewed = new DOMParser().parseFromString(await response.text(), 'text/html');
    // A newer server version brings new styles and scripts.
    if (listAssetAddresses(renewed) !== listAssetAddresses(document)) location.reload();
    const main = renewed.querySelector('main');
    if (main) document.querySelector('main')?.replaceWith(document.adoptNode(main));
    showAge(false);
  } catch {
    showAge(true);
  } finally {
    clearTimeout(timer);
  }
}

const listAssetAddresses = (page: Document): string =>
  [...page.querySelectorAll('link[rel="stylesheet"], script')]
    .map((element) => element.getAttribute('href') ?? element.getAttribute('src'))
    .join();

function showAge(isOld: boolean): void {
  document.documentElement.classList.toggle('old', isOld);
}

if (isSupported()) setInterval(renew, seconds * 1000);
else setTimeout(() => location.reload(), seconds * 1000);
