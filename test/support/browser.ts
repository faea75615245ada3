import { after } from 'node:test';
import type { Browser, BrowserContext, Page as Tab } from 'playwright-core';
import { launchBrowser } from '../../build/launch-browser.ts';

/** A real Chromium, out of an npm package; started when first asked for. */
let started: Promise<Browser> | undefined;
// Here and not where it is started: what a test registers ends with that test.
after(async () => (await started)?.close());

export function openBrowser(): Promise<Browser> {
  started ??= launchBrowser();
  return started;
}

/** How somebody looks at pages. */
export interface PhoneOptions {
  readonly token?: string;
  readonly width?: number;
  readonly height?: number;
  readonly isDark?: boolean;
  readonly hasScript?: boolean;
}

/** A phone with a browser, signed in with this token; everything that goes wrong in it is written down. */
export interface Phone {
  readonly context: BrowserContext;
  readonly tab: Tab;
  /** Messages of the console, failed requests, and requests to other hosts. */
  readonly complaints: readonly string[];
}

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
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  tab.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  tab.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      complaints.push(`asked ${request.url()}`);
  });
  tab.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  return { context, tab, complaints };
}
