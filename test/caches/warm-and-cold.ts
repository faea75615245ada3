import assert from 'node:assert/strict';
import type { Endpoint, RouteVariant } from '#contract/endpoint.ts';
import { createRandom, type Random } from '#crowd/random.ts';
import { openDatabase } from '#db/open.ts';
import { type CastLevel, startTestApp, type TestApp, type User } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { createTestClock } from '../support/clock.ts';
import { type CallerKind, declaredVariants, expectedOutcome, fillPath, paramNames } from '../support/declared.ts';
import { sampleOf } from '../support/sample-body.ts';
import { prepareDeeds } from './deeds.ts';

export interface WarmAndColdOptions {
  readonly actions: number;
  readonly seed: number;
  /** How many answers are compared after each action. */
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

/** An answer that differs once nothing is cached any more. */
export class StaleAnswer extends Error {}

/** They end the login of the user who calls, or of all; or they take minutes. */
const leftOut =
  /logout|password|recover|banUser|setBan|accessLevel|demote|reload|backup|promote|uploads?$|bulk|preregister/i;
/** What follows from the moment, the process or the call itself, and not from what is stored. */
const volatile = /"serverTime":"[^"]*"|name="(?:key|token|form)" value="[^"]*"/g;
const isVolatile = (path: string): boolean =>
  /health|metrics|openapi|asyncapi|admin\/(box|overview|jobs|spare)/.test(path);

interface Visitor {
  readonly name: string;
  readonly kind: CallerKind;
  readonly user: User | undefined;
}

interface Asked {
  readonly visitor: Visitor;
  readonly path: string;
}

/** Ids that answers have named, by the name of their field in lower case. */
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
    // The newest ones are what the actions are about.
    const ids = [...(this.#byName.get(toName(name)) ?? [])].slice(-12);
    return ids.length === 0 ? undefined : random.oneOf(ids);
  }
}

const toName = (name: string): string => name.toLowerCase().replaceAll('_', '');

/**
 * Takes random actions in all areas, by people of every level, and compares after each what a sample of calls and pages
 * answers from the caches with what they answer with nothing cached. Throws StaleAnswer for the first difference.
 */
export async function compareWarmAndCold(options: WarmAndColdOptions): Promise<WarmAndColdTally> {
  const clock = createTestClock('2025-03-03T15:00:00.000Z');
  const app = await startTestApp({ clock, showsBehaviour: false, environment: { RATE_LIMITS: 'off' } });
  const voyage = await board(app, options);
  options.plant?.(app);
  const { tally } = voyage;
  for (; tally.actions < options.actions; tally.actions += 1) {
    const action = chooseAction(voyage);
    const asked = Array.from({ length: options.sample }, (_, index) =>
      chooseQuestion(voyage, index % 2 === 0 ? action.area : undefined),
    );
    for (const one of asked) await answer(voyage, one, { learns: true });
    await compare(voyage, asked, await action.act());
    if (tally.actions % 100 === 99) options.progress?.(describe(tally));
  }
  await app.close();
  return tally;
}

export interface DeedsOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly plant?: (app: TestApp) => void;
}

/** Does every deed in each round, and compares what everybody concerned is answered about it. */
export async function compareDeeds({ rounds, seed, plant }: DeedsOptions): Promise<WarmAndColdTally> {
  const clock = createTestClock('2025-03-03T15:00:00.000Z');
  const app = await startTestApp({ clock, showsBehaviour: false, environment: { RATE_LIMITS: 'off' } });
  const voyage = await board(app, { seed });
  const visitors = ['ada', 'bob', 'eve', 'moderator', 'admin'].map((name) => findVisitor(voyage, name));
  const [ada, bob, eve, moderator, admin] = visitors.map(({ user }) => user);
  assert.ok(ada && bob && eve && moderator && admin);
  const listDeeds = await prepareDeeds({ ada, bob, eve, moderator, admin });
  plant?.(app);
  const { tally } = voyage;
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, paths, act } of listDeeds(round)) {
      const asked = visitors.flatMap((visitor) => paths.map((path) => ({ visitor, path })));
      // The first call may note that something was read, which drops what it has cached.
      for (const one of [...asked, ...asked]) await answer(voyage, one);
      await act();
      await compare(voyage, asked, what);
      tally.actions += 1;
    }
  }
  await app.close();
  return tally;
}

function findVisitor({ visitors }: Voyage, name: string): Visitor {
  const visitor = visitors.find((one) => one.name === name);
  assert.ok(visitor);
  return visitor;
}

interface Voyage {
  readonly app: TestApp;
  readonly random: Random;
  readonly visitors: readonly Visitor[];
  readonly known: KnownIDs;
  readonly tally: WarmAndColdTally;
}

/** Most of what happens is done by those who may do it, so there are more of them. */
const levels: readonly CastLevel[] = ['quarantined', 'unverified', 'verified', 'moderator', 'devteam', 'tho', 'admin'];

async function board(app: TestApp, { seed }: Pick<WarmAndColdOptions, 'seed'>): Promise<Voyage> {
  const visitors: Visitor[] = [{ name: 'nobody', kind: 'nobody', user: undefined }];
  for (const kind of levels) visitors.push({ name: kind, kind, user: await app.atLevel(kind) });
  for (const name of ['ada', 'bob', 'eve']) visitors.push({ name, kind: 'verified', user: await app.newcomer(name) });
  const users = visitors.flatMap(({ user }) => user ?? []);
  const known = new KnownIDs();
  for (const { userID, username } of users) {
    known.add('userID', userID);
    known.add('username', username);
  }
  const tally = { actions: 0, accepted: 0, compared: 0, acceptedByArea: new Map<string, number>() };
  return { app, random: createRandom(seed), visitors, known, tally };
}

const areaOf = (name: string): string => name.split('.')[0] ?? name;
const reading = declaredVariants.filter(({ variant: { method, path } }) => method === 'GET' && !isVolatile(path));
const writing = declaredVariants.filter(
  ({ name, declaration, variant: { method, path } }) =>
    method !== 'GET' && !declaration.file && !leftOut.test(name) && !leftOut.test(path),
);
const writingAreas = [...new Set(writing.map(({ name }) => areaOf(name)))];
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

/** A call of this area, or any, or a page. */
function chooseQuestion({ random, visitors, known }: Voyage, area?: string): Asked {
  const visitor = random.oneOf(visitors);
  if (random.below(6) === 0) return { visitor, path: random.oneOf(pagePaths) };
  const ofArea = reading.filter(({ name }) => area !== undefined && areaOf(name) === area);
  const { declaration, variant } = random.oneOf(ofArea.length > 0 ? ofArea : reading);
  return { visitor, path: `${fill(declaration, variant, known, random)}` };
}

function fill(declaration: Endpoint, { path }: RouteVariant, known: KnownIDs, random: Random): string {
  const values = paramNames(path).flatMap((name) => {
    const id = known.choose(name, random);
    return id === undefined ? [] : [[name, encodeURIComponent(id)] as const];
  });
  return fillPath(declaration, path, Object.fromEntries(values));
}

async function answer(
  { app, known }: Voyage,
  { visitor: { user }, path }: Asked,
  { learns = false } = {},
): Promise<string> {
  if (!path.startsWith('/api')) {
    const { status, body } = await browse(app, user).open(path);
    return `${status} ${body.replaceAll(volatile, '')}`;
  }
  const reply = await (user ?? app.nobody).send('GET', path);
  const text = reply.bytes.toString('utf8');
  if (learns && reply.status === 200 && /^[[{]/.test(text)) known.learn(JSON.parse(text));
  return `${reply.status} ${text.replaceAll(volatile, '')}`;
}

/** Reading notes nothing meanwhile: what it notes would show in the answers that follow. */
async function compare(voyage: Voyage, asked: readonly Asked[], what: string): Promise<void> {
  const { db, caches } = voyage.app.context;
  db.rejectTransactions(() => Object.assign(new Error('nothing is written meanwhile'), { code: 'SQLITE_FULL' }));
  try {
    const warm: string[] = [];
    for (const one of asked) warm.push(await answer(voyage, one));
    for (const [index, one] of asked.entries()) {
      caches.invalidateAll();
      const cold = await answer(voyage, one);
      voyage.tally.compared += 1;
      if (cold === warm[index]) continue;
      throw new StaleAnswer(
        `${one.visitor.name} GET ${one.path} after ${what}:\n${showDifference(warm[index] ?? '', cold)}`,
      );
    }
  } finally {
    db.acceptTransactions();
  }
}

function showDifference(warm: string, cold: string): string {
  let at = 0;
  while (at < warm.length && warm[at] === cold[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200);
  return `warm …${around(warm)}…\ncold …${around(cold)}…`;
}

interface Action {
  readonly area?: string;
  /** Says what it was. */
  readonly act: () => Promise<string>;
}

function chooseAction(voyage: Voyage): Action {
  const { app, random } = voyage;
  switch (random.below(30)) {
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
      return { act: () => writeBeside(voyage) };
    default: {
      const area = random.oneOf(writingAreas);
      return { area, act: () => call(voyage, area) };
    }
  }
}

/** A command next to the service changes an account and a setting; the service notices within a second. */
async function writeBeside({ app, random }: Voyage): Promise<string> {
  const beside = openDatabase(app.context.db.file);
  try {
    beside.sqlite.exec(`UPDATE users SET display_name = 'Beside ${random.below(1000)}' WHERE username = 'ada'`);
    beside.sqlite.exec(
      `UPDATE forums SET title = 'Beside ${random.below(1000)}' WHERE rowid = (SELECT max(rowid) FROM forums)`,
    );
  } finally {
    beside.close();
  }
  app.clock.advance({ seconds: 1 });
  await app.runDueJobs();
  return 'a command';
}

async function call(voyage: Voyage, area: string): Promise<string> {
  const { random, known, tally } = voyage;
  const { declaration, variant } = random.oneOf(writing.filter(({ name }) => areaOf(name) === area));
  const visitor = chooseActor(voyage, declaration);
  const path = `${fill(declaration, variant, known, random)}`;
  const body = declaration.body && vary(sampleOf(declaration.body), known, random);
  const client = visitor.user ?? voyage.app.nobody;
  let reply = await client.send(variant.method, path, { ...(body !== undefined && { body }) });
  // Lists, which a sample leaves out.
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

/** Mostly one who may call it. */
function chooseActor({ random, visitors }: Voyage, { access }: Endpoint): Visitor {
  const allowed = visitors.filter(({ kind }) => expectedOutcome(access, kind) === 'pass');
  return random.oneOf(allowed.length === 0 || random.below(8) === 0 ? visitors : allowed);
}

/** The same body with ids that exist, other texts and other switches. */
function vary(value: unknown, known: KnownIDs, random: Random, name = ''): unknown {
  if (Array.isArray(value)) {
    const id = /users$/i.test(name) ? known.choose('userID', random) : undefined;
    return id === undefined ? value : [id];
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, vary(one, known, random, key)]));
  if (typeof value === 'boolean') return random.below(2) === 0;
  if (typeof value === 'number') return 1 + random.below(5);
  if (typeof value !== 'string') return value;
  if (/id$/i.test(name)) return known.choose(name, random) ?? value;
  return value.startsWith('A sample text')
    ? `${random.oneOf(words)} ${random.oneOf(words)} ${random.below(100)}`
    : value;
}

const words = ['anchor', 'lantern', '#tonight', '@ada', 'deck', 'Mochi', 'trivia', '@bob'];

const describe = ({ actions, accepted, compared }: WarmAndColdTally): string =>
  `${actions} actions, ${accepted} accepted, ${compared} answers compared`;
