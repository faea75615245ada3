import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '#crowd/random.ts';
import { type Clock, createRehearsalClock, type RehearsalTime } from '#platform/time/clock.ts';
import { createClient } from '../../support/client.ts';
import type { Ship } from '../../support/ship.ts';
import { openAll } from '../soak/actions/sockets.ts';
import { compareNow, forEach } from '../soak/checkpoint.ts';
import { compareEverything } from '../soak/compare-posts.ts';
import { compareAllPublicTalk } from '../soak/compare-public.ts';
import { createUnreadStream, streamsOf } from '../soak/post-streams.ts';
import { takeAction } from '../soak/random-actions.ts';
import { createWorld, provideCodes, type World } from '../soak/world.ts';
import { givingUpMilliseconds, isDisappointment } from '../spare-rounds.ts';
import { startTwoMachines, type TwoMachines } from '../two-machines.ts';
import { followEvents, writeProgramme } from './programme.ts';
import { hearReminders, type Outage, type Reminders } from './reminders.ts';
import { type Watch, watchService } from './watch-service.ts';

export interface RehearsalOptions {
  readonly people: number;
  readonly seed: number;
  /** How many times as fast as the machine's the clock goes. */
  readonly speed: number;
  /** Of the day, by that clock; in the middle of them the machine that serves is killed. */
  readonly hours: number;
  readonly progress?: (line: string) => void;
}

/** One promise, and what became of it. */
export interface SignOffLine {
  readonly promise: string;
  readonly figure: string;
  readonly target: string;
  readonly isKept: boolean;
  /** What was wrong, one sentence each. */
  readonly faults: readonly string[];
}

/** How a rehearsal went. */
export interface Rehearsal {
  readonly lines: readonly SignOffLine[];
  /** How much there was that could go wrong. */
  readonly counts: { readonly posts: number; readonly reminders: number };
  readonly samples: Watch['samples'];
  /** Was an answer so slow that the box may have gone on without the spare? Then nothing was compared. */
  readonly mayHaveGivenUp: boolean;
}

const actorsAtOnce = 4;
const millisecondsBetweenActions = 40;
const hourMilliseconds = 60 * 60_000;
/** The programme goes on for longer than the day, which begins once machines run and people are on board. */
const programmeHours = 96;

const addHours = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * hourMilliseconds);

/** Lives through a day with two machines and returns what to sign. The ships must be new. */
export async function rehearse(ships: readonly [Ship, Ship], options: RehearsalOptions): Promise<Rehearsal> {
  const { people, seed, speed, hours, progress = () => {} } = options;
  const began = new Date();
  const time: RehearsalTime = { began, at: began, speed };
  const clock = createRehearsalClock(time);
  const variables = { REHEARSAL_CLOCK: `${time.at.toISOString()} at ${time.began.toISOString()} times ${speed}` };
  await importProgramme(ships[0], writeProgramme(time.at, programmeHours), variables);
  provideCodes(ships[0], people);
  const machines = await startTwoMachines(ships, { waits: true, variables });
  const random = createRandom(seed);
  const mistyped = await mistypeCodes(machines.url, Math.floor(people / 5));
  const world = await createWorld(machines, random, people);
  progress(`${people} people are on board`);
  const reminders = hearReminders(world, clock, speed);
  const watch = watchService(world, machines, clock);
  try {
    for (const sailor of world.sailors) sailor.streams.unread = createUnreadStream(world, sailor);
    await openAll(world);
    await reminders.open();
    // Following takes its time too, on a busy machine hours of this clock.
    const events = await followEvents(world, random, { from: clock.now(), until: addHours(clock.now(), 2 * hours) });
    const since = clock.now();
    const end = addHours(since, hours);
    const { outage, slowestMilliseconds } = await live({ world, machines, reminders, clock, end });
    progress('the day is over');
    const mayHaveGivenUp = slowestMilliseconds > givingUpMilliseconds;
    if (!mayHaveGivenUp) await compareAll(world);
    const samples = await watch.end();
    const heard = reminders.judge(events, since, [outage, ...watch.stalls]);
    const posts = [...world.posts.values()].filter(({ outcome }) => typeof outcome === 'object').length;
    const death = machines.lastDeath;
    for (const stream of world.sailors.flatMap(streamsOf)) stream.close();
    reminders.close();
    await machines.stop();
    const uncompared = mayHaveGivenUp
      ? [`Not compared: an answer took ${slowestMilliseconds} ms, so the box may have gone on without the spare.`]
      : [];
    const verified = await ships[1].run(['verify'], { environment: variables });
    return {
      samples,
      mayHaveGivenUp,
      counts: { posts, reminders: heard.kept + heard.excused },
      lines: [
        line('Registration: wrong codes are refused, right ones let in', `${mistyped} and ${people}`, 'all', []),
        line(
          'Every acknowledged post is there once, for the right people',
          `${posts} posts in chats`,
          'all',
          uncompared,
        ),
        line('Every counter is what a person would count', `${world.tally.summaries} comparisons`, 'all', uncompared),
        line(
          'Every reminder comes once and on time',
          `${heard.kept} came, ${heard.excused} were due while no machine could`,
          'all that could',
          heard.faults,
        ),
        line(
          'The spare takes over',
          `${((death?.promotionMilliseconds ?? 0) / 1000).toFixed(1)} s`,
          'nothing lost',
          [],
        ),
        line(
          'No call fails with 5xx',
          `${watch.failures()}`,
          '0',
          watch.failures() === 0 ? [] : [`${watch.failures()} calls failed.`],
        ),
        line(
          'The data are sound',
          verified.code === 0 ? 'sound' : 'unsound',
          'sound',
          verified.code === 0 ? [] : [verified.stdout],
        ),
      ],
    };
  } finally {
    for (const stream of world.sailors.flatMap(streamsOf)) stream.close();
    reminders.close();
    await watch.end();
  }
}

const line = (promise: string, figure: string, target: string, faults: readonly string[]): SignOffLine => ({
  promise,
  figure,
  target,
  isKept: faults.length === 0,
  faults,
});

async function importProgramme(ship: Ship, calendar: string, environment: Record<string, string>): Promise<void> {
  const { code, stderr } = await ship.run(['import', 'schedule', ship.file('programme.ics', calendar)], {
    environment,
  });
  assert.equal(code, 0, stderr);
}

/** Every fifth mistypes; returns how many were refused. */
async function mistypeCodes(url: string, count: number): Promise<number> {
  const client = createClient(url);
  for (let index = 0; index < count; index += 1) {
    const body = {
      username: `mistaken${index}`,
      password: 'password',
      verification: `zz${String(index).padStart(4, '0')}`,
    };
    const { status } = await client.send('POST', '/api/v3/user/create', { body });
    assert.equal(status, 400, 'a wrong code is refused');
  }
  return count;
}

interface Day {
  readonly world: World;
  readonly machines: TwoMachines;
  readonly reminders: Reminders;
  readonly clock: Clock;
  readonly end: Date;
}

/** Throws unless everyone is shown all that was acknowledged, and nothing else. */
async function compareAll(world: World): Promise<void> {
  await compareNow(world, 0);
  await forEach(world.sailors, (sailor) => compareEverything(world, sailor));
  await compareAllPublicTalk(world);
}

interface Lived {
  /** When no one served. */
  readonly outage: Outage;
  /** Of what was done before. */
  readonly slowestMilliseconds: number;
}

/** Lets everyone act until the day ends, and kills the machine that serves in its middle. */
async function live({ world, machines, reminders, clock, end }: Day): Promise<Lived> {
  const begin = clock.now();
  const middle = new Date((begin.getTime() + end.getTime()) / 2);
  let outage: Outage | undefined;
  let slowest = 0;
  const actOnce = async () => {
    const started = performance.now();
    const { deaths } = machines;
    try {
      await takeAction(world);
    } catch (error) {
      // Where the last moment may be lost, what users expect of it is not what they find.
      if (slowest < givingUpMilliseconds || !isDisappointment(error)) throw error;
    }
    if (deaths === 0 && machines.deaths === 0) slowest = Math.max(slowest, performance.now() - started);
  };
  const act = async () => {
    while (clock.now() < end) {
      await actOnce();
      await pause(millisecondsBetweenActions);
    }
  };
  const die = async () => {
    while (clock.now() < middle) await pause(millisecondsBetweenActions);
    const from = clock.now();
    machines.kill(0, async () => {
      for (const stream of world.sailors.flatMap(streamsOf)) stream.doubtUnderWay();
      await openAll(world);
      await reminders.open();
      outage = { from, until: clock.now() };
    });
    await machines.running();
  };
  await Promise.all([die(), ...Array.from({ length: actorsAtOnce }, act)]);
  assert.ok(outage, 'the machine was killed');
  return { outage, slowestMilliseconds: Math.round(slowest) };
}
