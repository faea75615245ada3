import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { startTestApp } from '../support/app.ts';
import { openPhone, test, untilTrue } from '../support/browser.ts';
import { openNetwork } from '../support/weak-network.ts';

const app = await startTestApp();
const heidi = await app.logIn('heidi');

/** At the far end of a corridor. */
const [bytesPerSecond, roundTripMilliseconds] = [100_000 / 8, 600];
/** More than a browser sends to ask for something. */
const bytesOfRequest = 1000;

/** The browser's timings of a page and its resources. */
interface Fetched {
  readonly name: string;
  /** `navigation` for the page itself. */
  readonly initiatorType: string;
  /** Bytes with headers; 0 for what was on the phone already. */
  readonly transferSize: number;
  readonly redirectCount?: number;
  /** `blocking` without which nothing is seen. */
  readonly renderBlockingStatus: string;
}

const listFetched = (tab: Tab): Promise<Fetched[]> =>
  tab.evaluate(
    "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => entry.toJSON())",
  );

const isPage = ({ initiatorType }: Fetched): boolean => initiatorType === 'navigation';
const isNeededToSee = (fetched: Fetched): boolean => isPage(fetched) || fetched.renderBlockingStatus === 'blocking';
/** What scripts ask for comes when the page is there. */
const isNeededToLoad = ({ initiatorType }: Fetched): boolean => initiatorType !== 'fetch';

/** How often the radio is waited for until this is there: for the page, for what it names, for what its style names. */
function countRounds({ initiatorType, redirectCount = 0, transferSize }: Fetched): number {
  if (initiatorType === 'navigation') return 1 + redirectCount;
  if (transferSize === 0) return 0;
  return initiatorType === 'css' ? 3 : 2;
}

/**
 * Milliseconds until all of this is there, one after the other, as the radio alone takes: computed and not measured, so
 * that it is the same on every machine. Opening a connection takes no time, as in the browsers' own throttling.
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
    await untilTrue(tab, "performance.getEntriesByName('first-contentful-paint').length > 0");
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
    // The last of what is fetched ahead.
    await untilTrue(tab, "caches.match('/chats', { ignoreVary: true }).then((page) => page !== undefined)");
    const before = network.received;
    await tab.goto('/');
    const second = (await listFetched(tab)).filter(isNeededToSee);
    assert.deepEqual(
      second.filter((one) => !isPage(one)).map(({ transferSize }) => transferSize),
      [0],
      'its style is on the phone',
    );
    // Of what its worker hands to a page, the browser does not know how much came over the radio.
    assertWithin(1500, second, network.received - before);
  });
});
