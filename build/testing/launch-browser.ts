import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';

// These replace the package's arguments, which disable protections that pages rely on.
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--headless=shell',
  // A ship without a certificate uses a loopback address, for which browsers allow the same as over TLS.
  '--host-resolver-rules=MAP ship.test 127.0.0.1',
];

/** The timeout in milliseconds; the machine may be busy. */
const timeout = 120_000;

const platform = `${process.platform}-${process.arch}`;
/** The package has the browser for one platform. */
const hasPackage = platform === 'linux-x64';

/** The error on a machine without a Chromium that runs there. */
export class MissingBrowser extends Error {}

/** Launches Chromium, headless. Throws `MissingBrowser` if there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: browserArguments, headless: true, timeout });
}

/**
 * Returns the path of the Chromium that tests and screenshots use: the one that CHROMIUM names, on Linux x64 one in an
 * npm package, which needs neither download nor installation, elsewhere an installed one. Throws `MissingBrowser`.
 */
export async function findChromium(): Promise<string> {
  const reason = explainMissingChromium();
  if (reason !== undefined) throw new MissingBrowser(reason);
  return process.env.CHROMIUM ?? (hasPackage ? unpackChromium() : (findInstalled() ?? ''));
}

/** Returns why this machine has no Chromium; undefined if it has. */
export function explainMissingChromium(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named !== undefined) return existsSync(named) ? undefined : `CHROMIUM names ${named}, which doesn't exist`;
  if (hasPackage || findInstalled() !== undefined) return undefined;
  return `no browser on ${platform}: install Chromium or Chrome, or set CHROMIUM to the path of one`;
}

const findInstalled = (): string | undefined =>
  listChromiums(process.env, process.platform).find((file) => existsSync(file));

/** Unpacks the browser in the npm package and returns its path. */
async function unpackChromium(): Promise<string> {
  // This makes the package use its own libraries if the system has none.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: shipped } = await import('@sparticuz/chromium');
  return shipped.executablePath();
}

/** Lists the paths where an operating system installs Chromium browsers. */
export function listChromiums(environment: NodeJS.ProcessEnv, system: NodeJS.Platform): string[] {
  if (system === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  if (system === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => environment[name] ?? []);
    const files = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    return folders.flatMap((folder) => files.map((file) => `${folder}\\${file}`));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return (environment.PATH ?? '').split(':').flatMap((folder) => names.map((name) => join(folder, name)));
}
