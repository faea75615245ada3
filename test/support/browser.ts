import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { after, afterEach, test as runTest, type TestContext, type TestOptions } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page as Tab } from 'playwright-core';
import {
  browserArguments,
  explainMissingChromium,
  findChromium,
  launchBrowser,
  MissingBrowser,
} from '../../build/testing/launch-browser.ts';
import { timeoutMilliseconds } from './timeout.ts';

/** A real Chromium from an npm package, started on first use. */
let startedBrowser: Promise<Browser> | undefined;
// This is registered here, not where the browser starts, since what a test registers ends with that test.
after(async () => (await startedBrowser?.catch(() => undefined))?.close());
// Pages that a failed test left open would be counted by the next one.
afterEach(async () => {
  const browser = await startedBrowser?.catch(() => undefined);
  const late = new AbortController();
  // Rarely, Chromium never closes a page. The next test then starts another browser, and this one is ended by force.
  const limit = pause(timeoutMilliseconds, 'late', { signal: late.signal }).catch(() => 'in time');
  if ((await Promise.race([closePages(browser), limit])) === 'late') {
    startedBrowser = undefined;
    browser?.close().catch(() => {});
  }
  late.abort();
});

async function closePages(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) {
    // A request that is being answered fails when its page closes.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

export function openBrowser(): Promise<Browser> {
  startedBrowser ??= launchBrowser();
  return startedBrowser;
}

type Run = (context: TestContext) => void | Promise<void>;
interface RunTest {
  (name: string, run: Run): Promise<void>;
  (name: string, options: TestOptions, run: Run): Promise<void>;
}

/**
 * Registers a test like `node:test`. On a machine without a browser, tests that open one are skipped with the reason.
 */
export const test: RunTest = explainMissingChromium() === undefined ? runTest : runUnlessBrowserIsMissing;

function runUnlessBrowserIsMissing(name: string, ...rest: [Run] | [TestOptions, Run]): Promise<void> {
  const [options, run] = rest.length === 2 ? rest : [{}, rest[0]];
  return runTest(name, options, async (context) => {
    try {
      await run(context);
    } catch (error) {
      if (!(error instanceof MissingBrowser)) throw error;
      context.skip(error.message);
    }
  });
}

/** A browser with a permanent folder, which a test can kill. */
export interface KillableBrowser {
  readonly context: BrowserContext;
  /** Kills the browser, as an empty battery does. */
  kill(): Promise<void>;
}

/** Starts a browser that stores its data in this folder. */
export async function startBrowserOn(folder: string): Promise<KillableBrowser> {
  const { chromium } = await import('playwright-core');
  const ports = ['--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'];
  const child = spawn(await findChromium(), [...browserArguments, ...ports], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async () => {
    // Kills the browser's child processes too.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
    await exited;
  };
  after(kill);
  const browser = await chromium.connectOverCDP(await readAddress(child.stderr), { timeout: timeoutMilliseconds });
  const [context] = browser.contexts();
  if (!context) throw new Error('a browser that was just started has a context');
  context.setDefaultTimeout(timeoutMilliseconds);
  return { context, kill };
}

/** Returns the address where a started browser listens for commands. */
async function readAddress(lines: Readable): Promise<string> {
  let said = '';
  for await (const chunk of lines) {
    said += chunk;
    const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
    if (address !== undefined) {
      lines.resume();
      return address;
    }
  }
  throw new Error(`the browser did not start: ${said}`);
}

/**
 * Evaluates a condition in a page until it holds. The page's content security policy doesn't apply to the condition.
 */
export async function waitUntilTrue(tab: Tab, expression: string): Promise<void> {
  const deadline = performance.now() + timeoutMilliseconds;
  while (!(await tab.evaluate(expression).catch(ignoreIfLeft))) {
    if (performance.now() > deadline) throw new Error(`never came true in the page: ${expression}`);
    await pause(20);
  }
}

/** Waits until the phone has stored the text that was typed, as drafts of its pages. */
export const waitUntilStored = (tab: Tab, text: string) =>
  waitUntilTrue(
    tab,
    `new Promise((resolve) => {
      indexedDB.open('gangway').onsuccess = ({ target: { result: database } }) => {
        database.transaction('drafts').objectStore('drafts').getAll().onsuccess = ({ target: { result: drafts } }) => {
          database.close();
          resolve(drafts.some(({ values }) => values.text === ${JSON.stringify(text)}));
        };
      };
    })`,
  );

/** Ignores the error of an evaluation in a page that was left meanwhile; rethrows any other. */
function ignoreIfLeft(error: Error): undefined {
  if (!/navigat|context was destroyed/i.test(error.message)) throw error;
}

/** How a user views pages. */
export interface PhoneOptions {
  readonly token?: string;
  readonly width?: number;
  readonly height?: number;
  readonly isDark?: boolean;
  readonly hasScript?: boolean;
}

/** A phone with a browser that is signed in with a token; it records everything that goes wrong. */
export interface Phone {
  readonly context: BrowserContext;
  readonly tab: Tab;
  /** Console messages, failed requests, and requests to other hosts. */
  readonly complaints: readonly string[];
}

/** Navigating before the previous page's socket is open aborts the socket too. */
const leftEarlyPattern = /WebSocket is closed before the connection is established/;

export async function openPhone(url: string, options: PhoneOptions = {}): Promise<Phone> {
  const { token, width = 390, height = 844, isDark = false, hasScript = true } = options;
  const browser = await openBrowser();
  const context = await browser.newContext({
    viewport: { width, height },
    baseURL: url,
    colorScheme: isDark ? 'dark' : 'light',
    javaScriptEnabled: hasScript,
  });
  if (token) await context.addCookies([{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' }]);
  context.setDefaultTimeout(timeoutMilliseconds);
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !leftEarlyPattern.test(message.text()))
      complaints.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  tab.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      complaints.push(`asked ${request.url()}`);
  });
  tab.on('requestfailed', (request) => {
    // Navigating aborts the previous page's requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`);
  });
  return { context, tab, complaints };
}
