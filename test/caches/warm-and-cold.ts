import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { DateTime } from 'luxon';
import type { Endpoint, RouteVariant } from '#contract/endpoint.ts';
import { stopCheckingSummaries } from '#core/notifications/check-summaries.ts';
import { notificationTopic } from '#core/notifications/notify.ts';
import { openTopicSession } from '#core/notifications/replay.ts';
import { findEventRange } from '#core/notifications/store.ts';
import { getShipClock, importTimeZones } from '#core/ship-time/index.ts';
import { findUser, toCaller } from '#core/users/index.ts';
import { createRandom, type Random } from '#crowd/random.ts';
import { openDatabase } from '#db/open.ts';
import { startTestApp, type TestApp, type TestUserLevel, type User } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import type { Reply } from '../support/client.ts';
import { createTestClock, type TestClock } from '../support/clock.ts';
import { type CallerKind, declaredVariants, expectedOutcome, fillPath, paramNames } from '../support/declared.ts';
import { createQuickFolder } from '../support/memory-folder.ts';
import { createSample } from '../support/sample-body.ts';
import { prepareWriteActions } from './write-actions.ts';

export interface WarmAndColdOptions {
  readonly actions: number;
  readonly seed: number;
  /** How many responses are compared after each action. */
  readonly sample: number;
  /** Called once the service runs, to plant a fault. */
  readonly plant?: (app: TestApp) => void;
  readonly progress?: (line: string) => void;
}

export interface WarmAndColdTally {
  actions: number;
  accepted: number;
  compared: number;
  readonly acceptedByArea: Map<string, number>;
}

/** A cached response that differs from an uncached one. */
export class StaleAnswer extends Error {}

/** These calls end the login of the caller or of all users, or take minutes. */
const excludedCalls =
  /logout|password|recover|banUser|setBan|accessLevel|demote|reload|backup|promote|uploads?$|bulk|preregister/i;
/** Parts of responses that depend on the time, the process or the call rather than on stored data. */
const volatileParts = /"serverTime":"[^"]*"|name="(?:key|token|form)" value="[^"]*"/g;
const isVolatile = (path: string): boolean =>
  /health|metrics|openapi|asyncapi|admin\/(box|overview|jobs|spare)/.test(path);

interface Visitor {
  readonly name: string;
  readonly kind: CallerKind;
  /** The logged-in client; each restart replaces it. */
  user: User | undefined;
}

interface AskedRequest {
  readonly visitor: Visitor;
  readonly path: string;
}

/** Ids that responses have named, by the name of their field in lower case. */
class KnownIDs {
  readonly #byName = new Map<string, Set<string>>();

  learn(value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const one of value) this.learn(one, name);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) this.learn(one, key);
    else if (/id$/i.test(name) && (typeof value === 'string' || typeof value === 'number'))
      this.add(name, String(value));
  }

  add(name: string, id: string): void {
    const ids = this.#byName.get(toName(name)) ?? new Set();
    this.#byName.set(toName(name), ids.add(id));
  }

  choose(name: string, random: Random): string | undefined {
    // Actions are usually about the newest ids.
    const ids = [...(this.#byName.get(toName(name)) ?? [])].slice(-12);
    return ids.length === 0 ? undefined : random.oneOf(ids);
  }
}

const toName = (name: string): string => name.toLowerCase().replaceAll('_', '');

/**
 * Takes random actions in all areas as users of every level. After each action, compares the cached responses of a
 * sample of calls and pages with uncached ones. Throws StaleAnswer for the first difference.
 */
export async function compareWarmAndCold(options: WarmAndColdOptions): Promise<WarmAndColdTally> {
  const voyage = await startInstances(options);
  if (options.plant) plantFault(voyage.app, options.plant);
  const { tally } = voyage;
  for (; tally.actions < options.actions; tally.actions += 1) {
    const action = chooseAction(voyage);
    const asked = Array.from({ length: options.sample }, (_, index) =>
      chooseRequest(voyage, index % 2 === 0 ? action.area : undefined),
    );
    for (const one of asked) await fetchResponse(voyage, one, { learns: true });
    await compareResponses(voyage, asked, await action.act(asked));
    if (tally.actions % 100 === 99) options.progress?.(describeTally(tally));
  }
  await removeInstances(voyage);
  return tally;
}

export interface WriteActionsOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly plant?: (app: TestApp) => void;
}

/** Makes every write in each round, and compares the responses about it for everyone concerned. */
export async function compareWriteActions({ rounds, seed, plant }: WriteActionsOptions): Promise<WarmAndColdTally> {
  const voyage = await startInstances({ seed });
  const { app } = voyage;
  const visitors = ['ada', 'bob', 'eve', 'moderator', 'admin'].map((name) => findVisitor(voyage, name));
  const [ada, bob, eve, moderator, admin] = visitors.map(({ user }) => user);
  assert.ok(ada && bob && eve && moderator && admin);
  const listDeeds = await prepareWriteActions(app, { ada, bob, eve, moderator, admin });
  if (plant) plantFault(app, plant);
  const { tally } = voyage;
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, paths, act } of listDeeds(round)) {
      const asked = visitors.flatMap((visitor) => paths.map((path) => ({ visitor, path })));
      // The first call may record that something was read, which invalidates cached values.
      for (const one of [...asked, ...asked]) await fetchResponse(voyage, one);
      await act();
      await compareResponses(voyage, asked, what);
      tally.actions += 1;
    }
  }
  await removeInstances(voyage);
  return tally;
}

function findVisitor({ visitors }: CacheRun, name: string): Visitor {
  const visitor = visitors.find((one) => one.name === name);
  assert.ok(visitor);
  return visitor;
}

interface CacheRun {
  /** The running service; each restart replaces it. */
  app: TestApp;
  readonly clock: TestClock;
  readonly dataFolder: string;
  readonly random: Random;
  readonly visitors: readonly Visitor[];
  readonly known: KnownIDs;
  readonly tally: WarmAndColdTally;
  /** Every body so far, by its path and ETag. */
  readonly bodyByTag: Map<string, string>;
}

/** Users with more rights take most of the actions, so there are more of them. */
const visitorLevels: readonly TestUserLevel[] = [
  'quarantined',
  'unverified',
  'verified',
  'moderator',
  'devteam',
  'tho',
  'admin',
];

async function startInstances({ seed }: Pick<WarmAndColdOptions, 'seed'>): Promise<CacheRun> {
  const clock = createTestClock('2025-03-03T15:00:00.000Z');
  const dataFolder = await createQuickFolder();
  const app = await startInstance(clock, dataFolder);
  const visitors: Visitor[] = [{ name: 'anonymous', kind: 'anonymous', user: undefined }];
  for (const kind of visitorLevels) visitors.push({ name: kind, kind, user: await app.atLevel(kind) });
  for (const name of ['ada', 'bob', 'eve']) visitors.push({ name, kind: 'verified', user: await app.newcomer(name) });
  const users = visitors.flatMap(({ user }) => user ?? []);
  const known = new KnownIDs();
  for (const { userID, username } of users) {
    known.add('userID', userID);
    known.add('username', username);
  }
  const tally = { actions: 0, accepted: 0, compared: 0, acceptedByArea: new Map<string, number>() };
  return { app, clock, dataFolder, random: createRandom(seed), visitors, known, tally, bodyByTag: new Map() };
}

const startInstance = (clock: TestClock, dataFolder: string): Promise<TestApp> =>
  startTestApp({ clock, dataFolder, showsBehaviour: false, environment: { RATE_LIMITS: 'off' } });

async function removeInstances({ app, dataFolder }: CacheRun): Promise<void> {
  await app.close();
  await rm(dataFolder, { recursive: true, force: true });
}

/** Repeats earlier requests after a restart: the responses must be the same. */
async function restartAndCompare(voyage: CacheRun, asked: readonly AskedRequest[]): Promise<string> {
  const before = await fetchAll(voyage, asked);
  await voyage.app.close();
  voyage.app = await startInstance(voyage.clock, voyage.dataFolder);
  for (const visitor of voyage.visitors)
    if (visitor.user) visitor.user = await voyage.app.logIn(visitor.user.username, visitor.user.password);
  const after = await fetchAll(voyage, asked);
  for (const [index, one] of asked.entries()) assertSame(one, 'a restart', before[index] ?? '', after[index] ?? '');
  return 'a restart';
}

/** Sets the clock just before the next 03:00 on board and, once everything is cached, to the new day. */
async function beginDay(voyage: CacheRun, asked: readonly AskedRequest[]): Promise<string> {
  const { app, clock } = voyage;
  const { hour, minute, second } = DateTime.fromJSDate(clock.now(), {
    zone: getShipClock(app.context).zoneAt(clock.now()).id,
  });
  clock.advance({ seconds: ((27 - hour) % 24) * 3600 - minute * 60 - second + (hour === 3 ? 86_400 : 0) - 1 });
  await fetchAll(voyage, asked);
  clock.advance({ seconds: 1 });
  return '03:00 on board';
}

/** Changes the time zones of later days, as the crew might. */
function changeZones({ app, clock, random }: CacheRun): string {
  const zones = ['America/New_York', 'America/Puerto_Rico', 'America/Chicago', 'Atlantic/Azores'];
  const lines = [0, 1 + random.below(20), 24 + random.below(24)].map((hours) => {
    const at = new Date(clock.now().getTime() + hours * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    return `${at}\tZ${random.below(100)}T\t${random.oneOf(zones)}`;
  });
  importTimeZones(app.context, lines.join('\n'), { force: true, dryRun: false });
  return 'other zones';
}

const getArea = (name: string): string => name.split('.')[0] ?? name;
const readVariants = declaredVariants.filter(({ variant: { method, path } }) => method === 'GET' && !isVolatile(path));
const writeVariants = declaredVariants.filter(
  ({ name, declaration, variant: { method, path } }) =>
    method !== 'GET' && !declaration.file && !excludedCalls.test(name) && !excludedCalls.test(path),
);
const writingAreas = [...new Set(writeVariants.map(({ name }) => getArea(name)))];
const pagePaths = [
  '/',
  '/schedule',
  '/chats',
  '/forums',
  '/feed',
  '/more',
  '/announcements',
  '/people',
  '/photos',
  '/hunts',
];

/** A planted fault must be found by the comparison, so no other check may find it first. */
function plantFault(app: TestApp, plant: (app: TestApp) => void): void {
  stopCheckingSummaries(app.context);
  plant(app);
}

/** Chooses a call of this area, or any call or page. */
function chooseRequest({ random, visitors, known }: CacheRun, area?: string): AskedRequest {
  const visitor = random.oneOf(visitors);
  if (random.below(12) === 0) return { visitor, path: framesPath };
  if (random.below(6) === 0) return { visitor, path: random.oneOf(pagePaths) };
  const ofArea = readVariants.filter(({ name }) => area !== undefined && getArea(name) === area);
  const { declaration, variant } = random.oneOf(ofArea.length > 0 ? ofArea : readVariants);
  return { visitor, path: `${fillRandomPath(declaration, variant, known, random)}` };
}

function fillRandomPath(declaration: Endpoint, { path }: RouteVariant, known: KnownIDs, random: Random): string {
  const values = paramNames(path).flatMap((name) => {
    const id = known.choose(name, random);
    return id === undefined ? [] : [[name, encodeURIComponent(id)] as const];
  });
  return fillPath(declaration, path, Object.fromEntries(values));
}

async function fetchResponse(
  voyage: CacheRun,
  { visitor: { user }, path }: AskedRequest,
  { learns = false } = {},
): Promise<string> {
  const { app, known } = voyage;
  if (path === framesPath) return readFrames(app, user);
  if (!path.startsWith('/api')) {
    const { status, body } = await browse(app, user).open(path);
    return `${status} ${body.replaceAll(volatileParts, '')}`;
  }
  const reply = await (user ?? app.anonymous).send('GET', path);
  const text = reply.bytes.toString('utf8');
  assertTagUnique(voyage, path, reply, text);
  if (learns && reply.status === 200 && /^[[{]/.test(text)) known.learn(JSON.parse(text));
  return `${reply.status} ${text.replaceAll(volatileParts, '').replaceAll(app.url, '')}`;
}

/** An ETag identifies one body for all callers at all times, so a client that gets a 304 has the right one. */
function assertTagUnique({ bodyByTag }: CacheRun, path: string, { headers }: Reply<unknown>, text: string): void {
  const tag = headers.get('etag');
  if (tag === null) return;
  const body = text.replaceAll(volatileParts, '');
  const key = `${path} ${tag}`;
  const tagged = bodyByTag.get(key) ?? body;
  bodyByTag.set(key, tagged);
  if (tagged !== body) throw new StaleAnswer(`${key} names two bodies:\n${showDifference(tagged, body)}`);
}

const framesPath = 'frames of the notification socket';
/** Fewer frames than a client gets at once. */
const maxFrames = 200;

/** The missed frames that a reconnecting socket gets. */
function readFrames({ context }: TestApp, user: User | undefined): string {
  const row = user && findUser(context, user.userID);
  if (!row) return 'none';
  const since = Math.max(1, findEventRange(context.db).newest - maxFrames);
  const sent: string[] = [];
  const session = openTopicSession(context, toCaller(row), [notificationTopic], since);
  const { userID } = user;
  session.opened?.({ userID, send: () => {}, sendAll: (frames) => void sent.push(...frames), close: () => {} });
  return sent.join('\n');
}

async function fetchAll(voyage: CacheRun, asked: readonly AskedRequest[]): Promise<string[]> {
  const answers: string[] = [];
  for (const one of asked) answers.push(await fetchResponse(voyage, one));
  return answers;
}

/** Reads record nothing meanwhile, since that would change later responses. */
async function compareResponses(voyage: CacheRun, asked: readonly AskedRequest[], what: string): Promise<void> {
  const { db, caches } = voyage.app.context;
  db.rejectTransactions(() => Object.assign(new Error('nothing is written meanwhile'), { code: 'SQLITE_FULL' }));
  try {
    const warm = await fetchAll(voyage, asked);
    for (const [index, one] of asked.entries()) {
      caches.invalidateAll();
      const cold = await fetchResponse(voyage, one);
      voyage.tally.compared += 1;
      assertSame(one, what, warm[index] ?? '', cold);
    }
  } finally {
    db.acceptTransactions();
  }
}

function assertSame({ visitor, path }: AskedRequest, what: string, warm: string, cold: string): void {
  if (cold === warm) return;
  throw new StaleAnswer(`${visitor.name} GET ${path} after ${what}:\n${showDifference(warm, cold)}`);
}

function showDifference(warm: string, cold: string): string {
  let at = 0;
  while (at < warm.length && warm[at] === cold[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200);
  return `warm …${around(warm)}…\ncold …${around(cold)}…`;
}

const actionsPerRestart = 60;

interface Action {
  readonly area?: string;
  /** Takes the action and returns its description. */
  readonly act: (asked: readonly AskedRequest[]) => Promise<string>;
}

function chooseAction(voyage: CacheRun): Action {
  const { app, random, tally } = voyage;
  if (tally.actions % actionsPerRestart === actionsPerRestart - 1)
    return { act: (asked) => restartAndCompare(voyage, asked) };
  switch (random.below(40)) {
    case 0:
      return {
        async act() {
          app.clock.advance({ hours: 1 + random.below(9) });
          return 'hours';
        },
      };
    case 1:
      return { act: () => app.runDueJobs().then(() => 'jobs') };
    case 2:
      return { act: () => writeFromCommand(voyage) };
    case 3:
      return { act: (asked) => beginDay(voyage, asked) };
    case 4:
      return { act: async () => changeZones(voyage) };
    default: {
      const area = random.oneOf(writingAreas);
      return { area, act: () => makeRandomCall(voyage, area) };
    }
  }
}

/** A command next to the service changes an account and a setting; the service notices within a second. */
async function writeFromCommand({ app, random }: CacheRun): Promise<string> {
  const outside = openDatabase(app.context.db.file);
  try {
    outside.sqlite.exec(`UPDATE users SET display_name = 'Outside ${random.below(1000)}' WHERE username = 'ada'`);
    outside.sqlite.exec(
      `UPDATE forums SET title = 'Outside ${random.below(1000)}' WHERE rowid = (SELECT max(rowid) FROM forums)`,
    );
  } finally {
    outside.close();
  }
  app.clock.advance({ seconds: 1 });
  await app.runDueJobs();
  return 'a command';
}

async function makeRandomCall(voyage: CacheRun, area: string): Promise<string> {
  const { random, known, tally } = voyage;
  const { declaration, variant } = random.oneOf(writeVariants.filter(({ name }) => getArea(name) === area));
  const visitor = chooseActor(voyage, declaration);
  const path = `${fillRandomPath(declaration, variant, known, random)}`;
  const body = declaration.body && varyBody(createSample(declaration.body), known, random);
  const client = visitor.user ?? voyage.app.anonymous;
  let reply = await client.send(variant.method, path, { ...(body !== undefined && { body }) });
  // The sample omits lists.
  const missing = Object.entries(reply.fieldErrors ?? {}).filter(([, reason]) => reason.endsWith('is missing.'));
  if (missing.length > 0) {
    const whole = { ...Object(body), ...Object.fromEntries(missing.map(([field]) => [field, []])) };
    reply = await client.send(variant.method, path, { body: whole });
  }
  if (reply.status < 300) {
    tally.accepted += 1;
    tally.acceptedByArea.set(area, (tally.acceptedByArea.get(area) ?? 0) + 1);
    const text = reply.bytes.toString('utf8');
    if (text.startsWith('{')) known.learn(JSON.parse(text));
  }
  return `${visitor.name} ${variant.method} ${path} (${reply.status})`;
}

/** Chooses a user who may make the call, with some exceptions. */
function chooseActor({ random, visitors }: CacheRun, { access }: Endpoint): Visitor {
  const allowed = visitors.filter(({ kind }) => expectedOutcome(access, kind) === 'pass');
  return random.oneOf(allowed.length === 0 || random.below(8) === 0 ? visitors : allowed);
}

/** Varies the body: existing ids, other texts, other switches. */
function varyBody(value: unknown, known: KnownIDs, random: Random, name = ''): unknown {
  if (Array.isArray(value)) {
    const id = /users$/i.test(name) ? known.choose('userID', random) : undefined;
    return id === undefined ? value : [id];
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, varyBody(one, known, random, key)]));
  if (typeof value === 'boolean') return random.below(2) === 0;
  if (typeof value === 'number') return 1 + random.below(5);
  if (typeof value !== 'string') return value;
  if (/id$/i.test(name)) return known.choose(name, random) ?? value;
  return value.startsWith('A sample text')
    ? `${random.oneOf(sampleWords)} ${random.oneOf(sampleWords)} ${random.below(100)}`
    : value;
}

const sampleWords = ['anchor', 'lantern', '#tonight', '@ada', 'deck', 'Mochi', 'trivia', '@bob'];

const describeTally = ({ actions, accepted, compared }: WarmAndColdTally): string =>
  `${actions} actions, ${accepted} accepted, ${compared} answers compared`;
