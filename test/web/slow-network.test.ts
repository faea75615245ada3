import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { startTestApp } from '../support/app.ts';
import { openPhone, test, waitUntilTrue } from '../support/browser.ts';
import { openNetwork } from '../support/weak-network.ts';

const app = await startTestApp();
const heidi = await app.logIn('heidi');

/** Bandwidth and latency at the far end of a corridor. */
const [bytesPerSecond, roundTripMilliseconds] = [100_000 / 8, 600];
/** An upper estimate of the bytes that a browser sends per request. */
const bytesOfRequest = 1000;

/** The browser's timings of a page and its resources. */
interface Fetched {
  readonly name: string;
  /** `navigation` for the page itself. */
  readonly initiatorType: string;
  /** Bytes with headers; 0 if the phone had it cached. */
  readonly transferSize: number;
  readonly redirectCount?: number;
  /** `blocking` if nothing is visible without it. */
  readonly renderBlockingStatus: string;
}

const listFetched = (tab: Tab): Promise<Fetched[]> =>
  tab.evaluate(
    "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => entry.toJSON())",
  );

const isPage = ({ initiatorType }: Fetched): boolean => initiatorType === 'navigation';
const isNeededToSee = (fetched: Fetched): boolean => isPage(fetched) || fetched.renderBlockingStatus === 'blocking';
/** Resources that scripts request arrive after the page is visible. */
const isNeededToLoad = ({ initiatorType }: Fetched): boolean => initiatorType !== 'fetch';

/**
 * Counts the network round trips until this is loaded: the page, the resources it names, and those that its style sheet
 * names.
 */
function countRounds({ initiatorType, redirectCount = 0, transferSize }: Fetched): number {
  if (initiatorType === 'navigation') return 1 + redirectCount;
  if (transferSize === 0) return 0;
  return initiatorType === 'css' ? 3 : 2;
}

/**
 * Computes the milliseconds until all of this is loaded, one after the other, limited only by the network. It's
 * computed rather than measured, so that it's the same on every machine. Opening a connection takes no time, as in the
 * browsers' own throttling.
 */
function computeArrival(fetched: readonly Fetched[], bytes = fetched.reduce((sum, one) => sum + one.transferSize, 0)) {
  const rounds = Math.max(...fetched.map(countRounds));
  return rounds * roundTripMilliseconds + ((rounds * bytesOfRequest + bytes) / bytesPerSecond) * 1000;
}

function assertWithin(milliseconds: number, fetched: readonly Fetched[], bytes?: number): void {
  const arrival = computeArrival(fetched, bytes);
  const names = fetched.map(({ name, transferSize }) => `${name}: ${transferSize} bytes`);
  assert.ok(arrival < milliseconds, `${arrival} ms for\n${names.join('\n')}`);
}

describe('at 100 kbit/s and 600 ms', () => {
  test('the sign-in page can be used within 2.5 s', async () => {
    const { tab } = await openPhone(app.url);
    await tab.goto('/sign-in');
    await waitUntilTrue(tab, "performance.getEntriesByName('first-contentful-paint').length > 0");
    const needed = (await listFetched(tab)).filter(isNeededToSee);
    assert.ok(needed.some(({ name, transferSize }) => name.endsWith('.css') && transferSize > 0));
    assertWithin(2500, needed);
  });

  test('Today loads within 5 s the first time, and 1.5 s the second', async () => {
    const network = await openNetwork(app.url);
    const { tab } = await openPhone(network.url, { token: heidi.token });
    await tab.goto('/');
    const first = (await listFetched(tab)).filter(isNeededToLoad);
    assert.ok(first.some(({ name, transferSize }) => name.endsWith('.js') && transferSize > 0));
    assertWithin(5000, first);
    // This is the last resource to be fetched ahead.
    await waitUntilTrue(tab, "caches.match('/chats', { ignoreVary: true }).then((page) => page !== undefined)");
    const before = network.received;
    await tab.goto('/');
    const second = (await listFetched(tab)).filter(isNeededToSee);
    assert.deepEqual(
      second.filter((one) => !isPage(one)).map(({ transferSize }) => transferSize),
      [0],
      'its style is on the phone',
    );
    // The browser doesn't know how much of a response from its service worker came over the network.
    assertWithin(1500, second, network.received - before);
  });
});
