import { copyFileSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { createClient } from '../support/client.ts';
import { createQuickFolder } from '../support/memory-folder.ts';

/** A dialect of made-up words, with every section that a file can have. */
export const harbourFile = join(import.meta.dirname, 'harbour.json');

/** With this header an app requests the dialect. */
export const harbourHeader = { 'x-harbour-client': 'harbour app 1.0' };

/** Starts a service that supports the dialect. */
export async function startHarbour(options: TestAppOptions = {}): Promise<TestApp> {
  const dataFolder = await createQuickFolder();
  mkdirSync(join(dataFolder, 'dialects'));
  copyFileSync(harbourFile, join(dataFolder, 'dialects', 'harbour.json'));
  const app = await startTestApp({ ...options, dataFolder });
  after(() => rm(dataFolder, { recursive: true, force: true }));
  return app;
}

/** Logs in as an app that uses the dialect; returns the response. */
export async function logInFromHarbour(app: TestApp, username: string, password = 'password') {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const { body } = await app.anonymous.send('POST', '/api/v3/auth/login', {
    headers: { authorization, ...harbourHeader },
  });
  return { ...createClient(app.url, `Bearer ${body.token}`), login: body, token: String(body.token) };
}
