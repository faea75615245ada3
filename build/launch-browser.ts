import type { Browser } from 'playwright-core';

/** Starts the Chromium that lies in an npm package: nothing is downloaded, nothing installed. */
export async function launchBrowser(): Promise<Browser> {
  // Makes the package bring its own libraries where the system has none.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: shipped } = await import('@sparticuz/chromium');
  const { chromium } = await import('playwright-core');
  // Not the arguments that the package brings: they switch off what pages are to be protected by.
  const args = ['--no-sandbox', '--disable-gpu', '--headless=shell'];
  return chromium.launch({ executablePath: await shipped.executablePath(), args, headless: true });
}
