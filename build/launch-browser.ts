import type { Browser } from 'playwright-core';

// Not the arguments that the package brings: they switch off what pages are to be protected by.
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--headless=shell',
  // A ship without a certificate: on a loopback address browsers allow what they allow over TLS.
  '--host-resolver-rules=MAP ship.test 127.0.0.1',
];

/** Milliseconds: a machine may be busy with much else. */
const timeout = 120_000;

/** Starts the Chromium that lies in an npm package: nothing is downloaded, nothing installed. */
export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: await findChromium(), args: browserArguments, headless: true, timeout });
}

/** Where it is, once it is unpacked. */
export async function findChromium(): Promise<string> {
  // Makes the package bring its own libraries where the system has none.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: shipped } = await import('@sparticuz/chromium');
  return shipped.executablePath();
}
