import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#db/open.ts';
import { makeSailing } from '../../made-up-sailing/make-sailing.ts';
import { searchedWords } from '../../made-up-sailing/vocabulary.ts';
import { projectFolder, say } from '../../project.ts';
import { type ServiceProcess, startService } from '../../running/service-process.ts';
import { type Account, bearerHeader, expectSuccess, logIn, password } from './api.ts';
import { readCpuMilliseconds } from './cpu-time.ts';
import { report } from './figures.ts';
import { measureLibraries } from './libraries.ts';
import { measureRequestsPerSecond, p95, timeRepeatedly } from './load.ts';
import { measureRatioToBare } from './ratio-to-bare.ts';

/** Command line that starts the service. */
export interface Program {
  readonly file: string;
  readonly words: string[];
}

/**
 * A service on a made-up sailing, and some readers. All of them mute a user; the first also blocks users and reacts to
 * posts.
 */
interface Ship {
  readonly service: ServiceProcess;
  readonly folder: string;
  readonly readers: readonly Account[];
  readonly first: Account;
  readonly places: MeasuredIDs;
}

/** Ids of the records on the measured pages. */
interface MeasuredIDs {
  /** The thread that everyone follows. At scale 1 it has 10,000 posts. */
  readonly thread: string;
  /** The category of that thread, which has the most threads. */
  readonly category: string;
  /** A category with hardly any posts. */
  readonly quietCategory: string;
  /** A chat with a hundred members. At scale 1 it has 10,000 posts. */
  readonly chat: string;
}

const readerNumbers = [0, 5, 10, 15, 20, 25];

/**
 * Measures public posts, chats and searches with a week of content, and how much more they cost than with a hundredth
 * of it.
 */
export async function measureSailings(program: Program): Promise<void> {
  await withSailing(program, 0.01, (small) =>
    withSailing(program, 1, async (whole) => {
      await measurePages(whole);
      await measureGrowth(small, whole);
      await measureDepth(whole);
      await measureSearches(whole);
      await measurePosting(whole);
      await measureLibraries(whole.service, whole.first, whole.folder);
    }),
  );
}

async function withSailing(program: Program, scale: number, measure: (ship: Ship) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gangway-bench-'));
  const variables = { hostname: '127.0.0.1', ADMIN_PASSWORD: password };
  try {
    await makeSailing({ folder, environment: 'bench', variables }, { scale, password });
    const environment = { ...variables, PATH: process.env.PATH ?? '', DATA_DIR: folder, VAPOR_ENV: 'bench' };
    const service = await startService(program.file, program.words, { folder: projectFolder, environment });
    try {
      const readers: Account[] = [];
      for (const number of readerNumbers) readers.push(await logIn(service.url, `passenger${number}`));
      const [first] = readers;
      if (!first) throw new Error('no reader was found');
      await measure({ service, folder, readers, first, places: findMeasuredIDs(join(folder, 'gangway.sqlite')) });
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findMeasuredIDs(databaseFile: string): MeasuredIDs {
  const { sqlite } = openDatabase(databaseFile);
  const find = (query: string) => sqlite.prepare<[], string>(query).pluck().get() ?? '';
  try {
    return {
      thread: find('SELECT forum_id FROM forum_readers GROUP BY forum_id ORDER BY count(*) DESC LIMIT 1'),
      category: find(
        'SELECT category_id FROM forums WHERE event_id IS NULL GROUP BY category_id ORDER BY count(*) DESC LIMIT 1',
      ),
      quietCategory: find("SELECT id FROM forum_categories WHERE title = 'Cruise Newsletter'"),
      chat: find(
        "SELECT fez_id FROM fez_members JOIN fezzes ON id = fez_id AND type = 'open' ORDER BY position LIMIT 1",
      ),
    };
  } finally {
    sqlite.close();
  }
}

const get = async (ship: Ship, path: string, reader = ship.first): Promise<Response> =>
  expectSuccess(`${ship.service.url}/api/v3${path}`, { headers: { authorization: bearerHeader(reader) } });

async function post(ship: Ship, path: string, author: Account, body?: object): Promise<void> {
  const headers = { authorization: bearerHeader(author) };
  const options = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
  await (await expectSuccess(`${ship.service.url}/api/v3${path}`, options)).arrayBuffer();
}

async function measurePages(ship: Ship): Promise<void> {
  const { thread, category, chat } = ship.places;
  const lastPage = `/forum/${thread}?start=9900&limit=50`;
  // Trusted: our own service sent this ForumData.
  const { posts } = (await (await get(ship, lastPage)).json()) as { posts: { postID: number }[] };
  const reacted = posts.filter((_, index) => index % 10 === 0);
  for (const { postID } of reacted) await post(ship, `/forum/post/${postID}/love`, ship.first).catch(() => undefined);
  const pages = [
    { what: 'thread page of 50 posts', path: lastPage, min: 0.25 },
    // Lists of threads are queried on every call: clients don't poll them, and a cache per reader would use more memory
    // than it's worth.
    { what: 'category page of 50 threads', path: `/forum/categories/${category}?limit=50`, min: 0.15 },
    { what: 'unread list of 50 threads', path: '/forum/unread?limit=50', min: 0.1 },
    { what: 'recent list of 50 threads', path: '/forum/recent?limit=50', min: 0.1 },
    { what: 'microblog page of 50 posts', path: '/microblog?limit=50', min: 0.25 },
    { what: 'bookmarks of the microblog', path: '/microblog/bookmarks?limit=50', min: 0.2 },
    { what: 'photostream page of 30 photos', path: '/photostream', min: 0.3 },
    { what: 'notification summary', path: '/notification/global', min: 0.6 },
    { what: 'list of 5 chats', path: '/fez/joined?limit=5', min: 0.25 },
    { what: 'chat page of 50 posts', path: `/fez/${chat}?limit=50`, min: 0.25 },
  ];
  const headers = { authorization: bearerHeader(ship.first) };
  for (const { what, path, min } of pages) {
    const value = await measureRatioToBare(ship.service, { path: `/api/v3${path}`, headers });
    report({ what: `sailing: ${what}`, value, unit: 'x', min });
  }
}

/** Returns the average CPU time of each of these requests, in milliseconds. */
async function measureCost(ship: Ship, paths: readonly string[]): Promise<number> {
  const before = readCpuMilliseconds(ship.service.pid);
  for (const path of paths) await (await get(ship, path)).arrayBuffer();
  return (readCpuMilliseconds(ship.service.pid) - before) / paths.length;
}

const growthRounds = 60;

/** Returns the CPU time in milliseconds of a reader's page right after another user has posted. */
async function measureCostAfterPosts(ship: Ship, listPath: (places: MeasuredIDs) => string): Promise<number> {
  const [author, ...readers] = ship.readers;
  if (!author) throw new Error('no author was found');
  let cost = 0;
  for (let round = 0; round < growthRounds; round += 1) {
    const path = round % 2 === 0 ? `/forum/${ship.places.thread}/create` : '/microblog/create';
    await post(ship, path, author, { text: `round ${round}`, images: [] });
    const before = readCpuMilliseconds(ship.service.pid);
    for (const reader of readers) await (await get(ship, listPath(ship.places), reader)).arrayBuffer();
    cost += readCpuMilliseconds(ship.service.pid) - before;
  }
  return cost / growthRounds / readers.length;
}

/**
 * Pages with the same number of lines on both sailings, each requested right after a write. Little should be
 * recomputed.
 */
async function measureGrowth(small: Ship, whole: Ship): Promise<void> {
  const pages: readonly { what: string; path: (places: MeasuredIDs) => string; max?: number }[] = [
    { what: 'thread page', path: ({ thread }) => `/forum/${thread}?start=0&limit=50` },
    { what: 'category page', path: ({ category }) => `/forum/categories/${category}?limit=4` },
    // Each list has a hundred threads, for a reader who has read everything.
    { what: 'unread list', path: () => '/forum/unread?limit=10', max: 3 },
    { what: 'recent list', path: () => '/forum/recent?limit=10', max: 3 },
    { what: 'microblog page', path: () => '/microblog?limit=50' },
    { what: 'notification summary', path: () => '/notification/global' },
    { what: 'list of chats', path: () => '/fez/joined?limit=3' },
  ];
  for (const { what, path, max = 1.3 } of pages) {
    // The first round warms up both services.
    for (const ship of [small, whole]) await measureCostAfterPosts(ship, path);
    const [few, many] = [await measureCostAfterPosts(small, path), await measureCostAfterPosts(whole, path)];
    say(`       ${what} after a post: ${few.toFixed(2)} ms and ${many.toFixed(2)} ms of the processor`);
    report({ what: `sailing: ${what} after a post, slower than with 1 %`, value: many / few, unit: 'x', max });
  }
}

/** Uncached pages, the first and the last. */
async function measureDepth(ship: Ship): Promise<void> {
  const { thread, chat } = ship.places;
  const places = [
    { what: 'thread', path: (start: number) => `/forum/${thread}?limit=50&start=${start}` },
    { what: 'chat', path: (start: number) => `/fez/${chat}?limit=50&start=${start}` },
    { what: 'microblog', path: (start: number) => `/microblog?limit=50&start=${start}` },
  ];
  for (const { what, path } of places) {
    const pagesFrom = (start: number) => Array.from({ length: 200 }, (_, index) => path(start + index * 4));
    const costs = [
      await measureCost(ship, pagesFrom(9001)),
      await measureCost(ship, pagesFrom(1)),
      await measureCost(ship, pagesFrom(9003)),
    ];
    const [, front = Number.NaN, deep = Number.NaN] = costs;
    report({
      what: `sailing: page deep in a ${what}, slower than at the front`,
      value: deep / front,
      unit: 'x',
      max: 1.3,
    });
  }
}

/** Returns the CPU time of a call in milliseconds. Varies the page length so that no response comes from a cache. */
const measureSearchCost = (ship: Ship, path: string): Promise<number> =>
  measureCost(
    ship,
    Array.from({ length: 40 }, (_, index) => `${path}&limit=${10 + index}`),
  );

async function measureSearches(ship: Ship): Promise<void> {
  const { common, rare } = searchedWords;
  const places = [
    { what: 'forum posts', path: '/forum/post/search?search=' },
    { what: 'threads by their posts', path: '/forum/search?searchposts=' },
    { what: 'titles of threads', path: '/forum/search?search=' },
    { what: 'microblog', path: '/microblog?search=' },
    { what: 'own chats', path: '/fez/joined?search=' },
  ];
  for (const { what, path } of places) {
    report({
      what: `sailing: a common word in ${what}`,
      value: await measureSearchCost(ship, `${path}${common}`),
      unit: 'ms',
      max: 25,
    });
    report({
      what: `sailing: a rare word in ${what}`,
      value: await measureSearchCost(ship, `${path}${rare}`),
      unit: 'ms',
      max: 5,
    });
  }
  const others = [
    { what: 'a hashtag that is a common word', path: `/forum/post/search?hashtag=${common}` },
    { what: 'a word that every chat post has', path: '/fez/joined?search=see' },
    { what: 'posts of a quiet category', path: `/forum/post/search?category=${ship.places.quietCategory}` },
  ];
  for (const { what, path } of others) {
    report({ what: `sailing: ${what}`, value: await measureSearchCost(ship, path), unit: 'ms', max: 25 });
  }
}

const writers = 16;
const postsInFollowedThread = 100;

async function measurePosting(ship: Ship): Promise<void> {
  const { service, first, places } = ship;
  const headers = { authorization: bearerHeader(first) };
  const body = JSON.stringify({ text: 'Come to the @passenger7 party #deck #pool tonight', images: [] });
  const paths = {
    'the microblog': '/microblog/create',
    'a thread': `/forum/${places.thread}/create`,
    'a chat': `/fez/${places.chat}/post`,
  };
  for (const [what, path] of Object.entries(paths)) {
    const shot = { method: 'POST', path: `/api/v3${path}`, headers, body } as const;
    const value = await measureRequestsPerSecond(service.url, shot, { connections: writers });
    report({ what: `sailing: posts with a mention and two hashtags in ${what}`, value, unit: '/s', min: 1000 });
  }
  const whoami = timeRepeatedly(async () => (await get(ship, '/user/whoami')).arrayBuffer());
  for (let number = 0; number < postsInFollowedThread; number += 1) {
    await post(ship, `/forum/${places.thread}/create`, first, { text: `number ${number}`, images: [] });
  }
  report({
    what: 'sailing: p95 of whoami while a thread of 3,000 is posted in',
    value: p95(await whoami()),
    unit: 'ms',
    max: 5,
  });
}
