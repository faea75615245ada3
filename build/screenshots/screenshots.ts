// `npm run screenshots -- FOLDER [NAME…]`: pages of a made-up evening at sea, on a phone and a desktop, light and dark,
// as PNG; all of them, or those with these names.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { say, secondsSince } from '../project.ts';
import { launchBrowser } from '../testing/launch-browser.ts';
import { createEvening, type Evening } from './evening.ts';
import { writeOverview } from './overview.ts';

const screens = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
} as const;
const schemes = ['light', 'dark'] as const;

type Viewer = 'visitor' | keyof Evening['viewers'];
type Addresses = Readonly<Record<string, string>>;

/** Addresses by viewer and name of the picture; `{name}` is replaced by a parameter of the evening. */
const addresses: Readonly<Record<Viewer, Addresses>> = {
  visitor: {
    'sign-in': '/sign-in',
    welcome: '/welcome',
    join: '/join',
    wall: '/wall',
    'look-around': '/?look',
  },
  passenger: {
    today: '/',
    schedule: '/schedule',
    plan: '/schedule?following=true',
    'schedule-places': '/schedule/places',
    'schedule-place': '/schedule?place=Library%2C+Deck+5',
    'schedule-search': '/schedule?search=lantern',
    event: '/event/{event}',
    chats: '/chats',
    chat: '/chats/{chat}',
    groups: '/groups',
    group: '/chats/{group}',
    'new-group': '/chats/new?kind=group',
    forums: '/forums',
    category: '/forums/{category}',
    thread: '/forums/thread/{thread}',
    post: '/forums/post/{post}',
    people: '/people?search=e',
    person: '/people/{person}',
    'long-name': '/people/{longName}',
    profile: '/settings/profile',
    settings: '/settings',
    feed: '/feed',
    photos: '/photos',
    games: '/games',
    game: '/games/{game}',
    songs: '/songs?search=the',
    hunts: '/hunts',
    hunt: '/hunts/{hunt}',
    puzzle: '/hunts/puzzle/{puzzle}',
    items: '/items',
    performers: '/performers',
    performer: '/performers/{performer}',
    announcements: '/announcements',
    themes: '/themes',
    more: '/more',
    help: '/help/questions',
    report: '/report/person/{person}',
    'not-here': '/nowhere',
    'not-for-you': '/staff/roles',
    'empty-favorites': '/people/favorites',
  },
  staff: {
    'desk-reports': '/desk/reports',
    'desk-case': '/desk/forum-posts/{forumPost}',
    'desk-person': '/desk/people/{person}',
    staff: '/staff',
    'schedule-desk': '/staff/schedule',
    'staff-announcements': '/staff/announcements',
    feedback: '/staff/feedback',
    features: '/staff/features',
  },
  admin: {
    server: '/server',
    registration: '/staff/registration',
    'registration-person': '/staff/registration/{person}',
    team: '/staff/team',
    roles: '/staff/roles',
    'time-zones': '/staff/time-zones',
  },
};

// Pictures that are closed or further down don't load.
const loadPicturesScript = `Promise.allSettled([...document.images]
  .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
  .map((image) => image.decode()))`;

const [, , folder, ...names] = process.argv;
if (folder === undefined) throw new Error('screenshots FOLDER [NAME…]: say where the pictures go');
await takeScreenshots(resolve(folder), names);

async function takeScreenshots(into: string, wanted: readonly string[]): Promise<void> {
  const start = performance.now();
  const data = await mkdtemp(join(tmpdir(), 'gangway-screenshots-'));
  const browser = await launchBrowser();
  const evening = await createEvening(data);
  try {
    const count = await shootAll(browser, evening, into, wanted);
    await writeOverview(into);
    say(`${count} pictures in ${into}, ${secondsSince(start)}`);
  } finally {
    await evening.close();
    await browser.close();
    await rm(data, { recursive: true, force: true });
  }
}

/** Returns the number of pictures. */
async function shootAll(browser: Browser, evening: Evening, into: string, wanted: readonly string[]): Promise<number> {
  let count = 0;
  for (const [screen, viewport] of Object.entries(screens))
    for (const colorScheme of schemes)
      for (const [viewer, pages] of Object.entries(addresses)) {
        const context = await browser.newContext({ viewport, colorScheme, baseURL: evening.url });
        await signIn(context, evening, viewer);
        const chosen = Object.entries(pages).filter(([name]) => wanted.length === 0 || wanted.includes(name));
        count += await takeScreenshotsOf(context, evening, chosen, join(into, `${screen}-${colorScheme}`));
        await context.close();
      }
  return count;
}

async function signIn(context: BrowserContext, { url, viewers }: Evening, viewer: string): Promise<void> {
  if (!(viewer in viewers)) return;
  const { token } = viewers[viewer as keyof typeof viewers];
  await context.addCookies([{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' }]);
}

async function takeScreenshotsOf(
  context: BrowserContext,
  { places }: Evening,
  pages: readonly (readonly [string, string])[],
  path: string,
): Promise<number> {
  await mkdir(path, { recursive: true });
  const tab = await context.newPage();
  for (const [name, address] of pages) {
    await tab.goto(address.replace(/\{(\w+)\}/g, (_, place: string) => places[place] ?? ''));
    await tab.evaluate(loadPicturesScript);
    await tab.screenshot({ path: join(path, `${name}.png`) });
  }
  return pages.length;
}
