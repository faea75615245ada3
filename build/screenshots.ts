// `npm run screenshots -- FOLDER`: twenty pages of a small made-up sailing, on a phone and a desk, light and dark, as PNG.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { areas } from '#app/areas.ts';
import { openInstance } from '#app/instance.ts';
import { startApp } from '#app/start-app.ts';
import { createConfig } from '#config/config.ts';
import { createLog } from '#platform/log.ts';
import { launchBrowser } from './launch-browser.ts';
import { say, secondsSince } from './project.ts';
import { makeSailing } from './sailing/make-sailing.ts';

/** An evening in the middle of the sailing. */
const evening = new Date('2025-03-06T00:20:00.000Z');
const screens = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
} as const;
const schemes = ['light', 'dark'] as const;

/** By the name of the picture; `{name}` is filled with something of the sailing. */
const addresses: Readonly<Record<string, string>> = {
  'sign-in': '/sign-in',
  welcome: '/welcome',
  join: '/join',
  today: '/',
  schedule: '/schedule',
  plan: '/schedule/5?following=true',
  event: '/event/{event}',
  chats: '/chats',
  chat: '/chats/{chat}',
  'new-group': '/chats/new?kind=group',
  forums: '/forums',
  category: '/forums/{category}',
  thread: '/forums/thread/{thread}',
  post: '/forums/post/{post}',
  person: '/people/{person}',
  profile: '/settings/profile',
  feed: '/feed',
  games: '/games',
  performers: '/performers',
  more: '/more',
  help: '/help/questions',
  report: '/report/person/{person}',
};

/** Pages of the door are seen before signing in. */
const beforeSigningIn = new Set(['sign-in', 'welcome', 'join']);

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('screenshots FOLDER: say where the pictures go');
await takeScreenshots(resolve(folder));

async function takeScreenshots(into: string): Promise<void> {
  const start = performance.now();
  const data = await mkdtemp(join(tmpdir(), 'gangway-screenshots-'));
  await mkdir(into, { recursive: true });
  const browser = await launchBrowser();
  try {
    await makeSailing({ folder: data, environment: 'testing' }, { scale: 0.02 });
    await onSailing(data, (ship) => shoot(browser, ship, into));
  } finally {
    await browser.close();
    await rm(data, { recursive: true, force: true });
  }
  say(`${Object.keys(addresses).length * 4} pictures in ${into}, ${secondsSince(start)}`);
}

interface Ship {
  readonly url: string;
  readonly places: Readonly<Record<string, string>>;
}

/** Serves the sailing on an evening that lasts. */
async function onSailing(data: string, work: (ship: Ship) => Promise<void>): Promise<void> {
  const config = createConfig('testing', { DATA_DIR: data, PORT: '0' });
  const clock = { now: () => evening, steadyNow: () => performance.now() };
  const context = openInstance(config, areas, { clock, log: createLog('silent', 'json') });
  const app = await startApp(context);
  const find = (query: string) => String(context.db.sqlite.prepare<[], string>(query).pluck().get() ?? '');
  // The made-up passengers have the names of pictures, and no pictures.
  context.db.sqlite.exec('UPDATE users SET user_image = NULL');
  const viewer = find("SELECT id FROM users WHERE username = 'passenger0'");
  try {
    await work({
      url: app.url,
      places: {
        event: find('SELECT id FROM events WHERE start_time > 1741219200000 ORDER BY start_time LIMIT 1'),
        chat: find(`SELECT fez_id FROM fez_members WHERE user_id = '${viewer}' LIMIT 1`),
        category: find(
          'SELECT category_id FROM forums WHERE event_id IS NULL GROUP BY category_id ORDER BY count(*) DESC LIMIT 1',
        ),
        thread: find('SELECT forum_id FROM forum_posts GROUP BY forum_id ORDER BY count(*) DESC LIMIT 1'),
        post: find('SELECT id FROM forum_posts ORDER BY id LIMIT 1'),
        person: find("SELECT id FROM users WHERE username = 'passenger3'"),
      },
    });
  } finally {
    await app.close();
    context.db.close();
  }
}

async function shoot(browser: Browser, ship: Ship, into: string): Promise<void> {
  const credentials = Buffer.from('passenger0:password').toString('base64');
  const response = await fetch(`${ship.url}/api/v3/auth/login`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
  });
  const { token } = (await response.json()) as { token: string };
  for (const [screen, viewport] of Object.entries(screens)) {
    for (const colorScheme of schemes) {
      const context = await browser.newContext({ viewport, colorScheme, baseURL: ship.url, deviceScaleFactor: 1 });
      await shootAll(context, ship, token, join(into, `${screen}-${colorScheme}`));
      await context.close();
    }
  }
}

async function shootAll(context: BrowserContext, { url, places }: Ship, token: string, path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  const tab = await context.newPage();
  for (const [name, address] of Object.entries(addresses)) {
    if (!beforeSigningIn.has(name)) {
      await context.addCookies([{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' }]);
    }
    const filled = address.replace(/\{(\w+)\}/g, (_, place: string) => places[place] ?? '');
    await tab.goto(filled);
    await tab.screenshot({ path: join(path, `${name}.png`) });
  }
}
