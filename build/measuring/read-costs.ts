// `npm run read-costs -- FOLDER [milliseconds] [password] [SMALLER]`: lists the GETs and pages that take more CPU time
// than that. With a smaller sailing, also lists those that take 1.3 times as much on FOLDER as on SMALLER. Both folders
// are made-up sailings (`VAPOR_ENV=bench ADMIN_PASSWORD=password npm run sailing -- FOLDER`), and a service runs on
// each.
import { resolve } from 'node:path';
import { createRandom } from '#crowd/random.ts';
import { type Database, openDatabase } from '#db/open.ts';
import { type KnownValues, runEveryGet, type SweepCall } from '../../test/support/sweep.ts';
import { projectFolder, say } from '../project.ts';
import { type ServiceProcess, startService } from '../running/service-process.ts';
import { bearerHeader, logIn } from './bench/api.ts';
import { readCpuMilliseconds } from './bench/cpu-time.ts';
import { listPageQueries } from './list-page-queries.ts';

type ReadCall = Pick<SweepCall, 'path' | 'query'>;

/** Makes a reader's requests on one sailing. */
interface Reading {
  readonly service: ServiceProcess;
  readonly headers: Record<string, string>;
  readonly questions: readonly ReadCall[];
}

const searches = [
  'e',
  'deck',
  'a b c d e f g h i k l m',
  'a or b or c or d or e or f',
  '"deck pool"',
  's -p',
  'pool deck tonight party dinner see go',
];

/** The sailing's largest records, and search terms with many matches. */
function findKnownValues({ sqlite }: Database): KnownValues {
  const find = (query: string): string[] => [String(sqlite.prepare<[]>(query).pluck().get() ?? '')];
  const findBusiest = (column: string, table: string) =>
    find(`SELECT ${column} FROM ${table} GROUP BY ${column} ORDER BY count(*) DESC LIMIT 1`);
  const findUser = (username: string) => find(`SELECT id FROM users WHERE username = '${username}'`);
  const [thread, category, event] = [
    findBusiest('forum_id', 'forum_readers'),
    findBusiest('category_id', 'forums'),
    findBusiest('event_id', 'event_performers'),
  ];
  return {
    ...{ forumID: thread, forum: thread, categoryID: category, category, cat: category },
    ...{ event_id: event, eventID: event, cruiseday: ['3'], room: find('SELECT location FROM events LIMIT 1') },
    fezID: find(
      "SELECT fez_id FROM fez_members JOIN fezzes ON id = fez_id AND type = 'open' ORDER BY position LIMIT 1",
    ),
    type: ['lfg', 'seamail', 'open'],
    ...{ userID: findUser('passenger7'), creatorid: findUser('passenger0'), username: ['passenger0'] },
    ...{ byusername: ['passenger0'], mentions: ['passenger0'], mentionname: ['p', 'passenger', 'passenger0'] },
    ...{ searchString: ['a', 'passenger'], text: searches.slice(0, 3), tag: ['deck', 's'], hashtag: ['deck', 's'] },
    ...{ postID: ['1000'], before: ['50000'], after: ['50000'], from: ['first'], liketype: ['like', 'all'] },
    ...{ start: ['500', '50000', '200000', '2000000000'], sort: ['title', 'create', 'update', 'event'] },
    ...{ order: ['ascending', 'descending'], role: ['shutternaut'], date: ['2025-03-01T00:00:00Z'] },
    performer_id: findBusiest('performer_id', 'event_performers'),
    puzzleID: findBusiest('puzzle_id', 'hunt_call_ins'),
    huntID: find('SELECT id FROM hunts LIMIT 1'),
    songID: find('SELECT id FROM clip_songs LIMIT 1'),
    itemID: find('SELECT item_id FROM quartermaster_items LIMIT 1'),
  };
}

/** Batch requests, limited to 150 ids by the length of an address; the same on each sailing. */
function* combineOptions(calls: readonly SweepCall[]): Iterable<ReadCall> {
  const random = createRandom(11);
  for (const [path, ofPath] of Map.groupBy(calls, ({ path }) => path)) {
    const options = ofPath.filter(({ option }) => option !== undefined);
    if (options.length < 4) continue;
    for (let number = 0; number < Math.min(150, options.length * 5); number += 1) {
      const chosen = random.pick(options, 2 + random.below(4));
      yield { path, query: Object.assign({}, ...chosen.map(({ query }) => query)) };
    }
  }
}

function writeAddress({ path, query }: ReadCall, round = 0): string {
  const values = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const parameters = new URLSearchParams(values);
  const limit = parameters.get('limit');
  // Varies the page length so that no response comes from a cache.
  if (limit !== null) parameters.set('limit', String(Number(limit) - round));
  return `${path}?${parameters}`;
}

interface Cost {
  readonly milliseconds: number;
  readonly status: number;
}

/** Makes a call once; returns its CPU time as the cost. */
async function call({ service, headers }: Reading, question: ReadCall, round: number): Promise<Cost> {
  const before = readCpuMilliseconds(service.pid);
  const address = `${service.url}${writeAddress(question, round)}`;
  const response = await fetch(address, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return { milliseconds: readCpuMilliseconds(service.pid) - before, status: response.status };
}

/**
 * Returns the minimum of several calls, since other work on the machine only adds to it. Alternates between the
 * sailings.
 */
async function measure(readings: readonly Reading[], index: number) {
  const costs = readings.map(() => Number.POSITIVE_INFINITY);
  let status = 0;
  for (let round = 0; round < 2 * readings.length; round += 1) {
    for (const [number, reading] of readings.entries()) {
      const question = reading.questions[index];
      if (!question) continue;
      const cost = await call(reading, question, round);
      costs[number] = Math.min(costs[number] ?? 0, cost.milliseconds);
      if (number === 0) status = cost.status;
    }
  }
  const [milliseconds = 0, smaller] = costs;
  return { milliseconds, growth: smaller === undefined ? undefined : milliseconds / smaller, status };
}

const maxGrowth = 1.3;

/** Prints the most expensive requests; returns the paths that didn't fail. */
async function listCosts(username: string, what: string, readings: readonly Reading[]): Promise<Set<string>> {
  const costs = [];
  for (const [index, question] of readings[0]?.questions.entries() ?? []) {
    costs.push({ ...(await measure(readings, index)), address: writeAddress(question) });
  }
  const sorted = costs.toSorted((left, right) => right.milliseconds - left.milliseconds);
  const high = sorted.filter(
    ({ milliseconds, growth = maxGrowth }) => milliseconds >= Number(minMilliseconds) && growth >= maxGrowth,
  );
  const shown = costs.filter(({ status }) => status < 400);
  say(
    `${username}: ${high.length} of ${costs.length} ${what} take ${minMilliseconds} ms or more; ${costs.length - shown.length} were rejected`,
  );
  for (const { milliseconds, growth, address } of high) {
    const times = growth === undefined ? '' : `${growth.toFixed(1).padStart(6)}x`;
    say(`${milliseconds.toFixed(1).padStart(8)} ms${times} ${address}`);
  }
  return new Set(shown.map(({ address }) => address.split('?', 1)[0] ?? ''));
}

const [, , largeFolder, minMilliseconds = '10', password = 'password', smallerFolder] = process.argv;
if (largeFolder === undefined) throw new Error('read-costs FOLDER [milliseconds] [password] [SMALLER]');

/** A sailing with a running service, and the paths to request. */
interface Ship {
  readonly service: ServiceProcess;
  readonly known: KnownValues;
  readonly pageQuestions: readonly ReadCall[];
}

async function openShip(folder: string): Promise<Ship> {
  const db = openDatabase(`${folder}/gangway.sqlite`);
  const [known, pageQuestions] = [findKnownValues(db), listPageQueries(db, searches)];
  db.close();
  const service = await startService(process.execPath, ['build/node24.mjs', 'src/main.ts'], {
    folder: projectFolder,
    environment: {
      ...{ hostname: '127.0.0.1', ADMIN_PASSWORD: password, PATH: process.env.PATH ?? '' },
      ...{ DATA_DIR: folder, VAPOR_ENV: 'bench' },
    },
  });
  return { service, known, pageQuestions };
}

const ships: Ship[] = [];
try {
  for (const folder of [largeFolder, smallerFolder])
    if (folder !== undefined) ships.push(await openShip(resolve(folder)));
  const unseen = new Set(ships[0]?.pageQuestions.map(({ path }) => path));
  for (const [username, reach] of [
    ['passenger0', 'users'],
    ['admin', 'everybody'],
  ] as const) {
    const [calls, pages]: [Reading[], Reading[]] = [[], []];
    for (const { service, known, pageQuestions } of ships) {
      const caller = await logIn(service.url, username, password);
      const gets = runEveryGet(known, searches, reach);
      const questions = [...gets, ...combineOptions(gets)];
      calls.push({ service, headers: { authorization: bearerHeader(caller) }, questions });
      const headers = { accept: 'text/html', cookie: `session=${caller.token}` };
      pages.push({ service, headers, questions: pageQuestions });
    }
    await listCosts(username, 'GETs', calls);
    for (const path of await listCosts(username, 'pages', pages)) unseen.delete(path);
  }
  for (const path of unseen) say(`shown to neither of them: ${path}`);
} finally {
  for (const { service } of ships) await service.stop();
}
