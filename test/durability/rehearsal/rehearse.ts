import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createRandom } from '#crowd/random.ts';
import { createRehearsalClock, type RehearsalTime } from '#platform/time/clock.ts';
import { createClient } from '../../support/client.ts';
import type { Ship } from '../../support/ship.ts';
import { openAllStreams } from '../soak/actions/sockets.ts';
import { createUnreadStream, getStreams } from '../soak/post-streams.ts';
import { createWorld, writeRegistrationCodes } from '../soak/world.ts';
import { startTwoMachines } from '../two-machines.ts';
import { createAnswers } from './answers.ts';
import { createAbsencePart } from './parts/absence.ts';
import { createBackupsPart } from './parts/backups.ts';
import { changeClocks, toShipTime } from './parts/clock-changes.ts';
import { createCrowd } from './parts/crowd.ts';
import { createDeskPart } from './parts/desk.ts';
import { createEmbarkationPart, newcomerCount } from './parts/embarkation.ts';
import { createEveningsPart } from './parts/evenings.ts';
import { createFullDiskPart } from './parts/full-disk.ts';
import { createModerationPart } from './parts/moderation.ts';
import { createMusterPart } from './parts/muster.ts';
import { createNextSailingPart } from './parts/next-sailing.ts';
import { createScheduleJobPart } from './parts/schedule-job.ts';
import { createSteadinessPart } from './parts/steadiness.ts';
import { createTakeoverPart } from './parts/takeover.ts';
import { letReadsWait } from './patient-reads.ts';
import { createProgramme, type Span } from './programme.ts';
import { recordReminders } from './reminders.ts';
import { createTable, type SignOffLine, signOff } from './sign-off.ts';
import type { Day, RehearsalPart, Stage } from './stage.ts';
import { type Watch, watchService } from './watch-service.ts';

export interface RehearsalOptions {
  readonly people: number;
  readonly seed: number;
  /** How many times faster the clock is than the machine's. */
  readonly speed: number;
  readonly days: number;
  /** Hours of each day in which people act. */
  readonly hours: number;
  readonly progress?: (line: string) => void;
}

/** The result of a rehearsal. */
export interface Rehearsal {
  readonly lines: readonly SignOffLine[];
  /** Counts of everything that could have failed. */
  readonly counts: { readonly posts: number; readonly comparisons: number; readonly reminders: number };
  readonly samples: Watch['samples'];
}

const hourMilliseconds = 60 * 60_000;
const dayMilliseconds = 24 * hourMilliseconds;

const addMilliseconds = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds);

/** Simulates some days with two machines and returns the lines to sign. The ships must be new. */
export async function rehearse(ships: readonly [Ship, Ship], options: RehearsalOptions): Promise<Rehearsal> {
  const { people, seed, speed, days, hours, progress = () => {} } = options;
  const began = new Date();
  const clock = createRehearsalClock({ began, at: began, speed });
  const backupFolder = join(ships[0].folder, 'backups');
  const variables = {
    REHEARSAL_CLOCK: describeTime({ began, at: began, speed }),
    PORT_TIMEZONE: 'America/New_York',
    ...(days > 1 && { BACKUP_DIR: backupFolder }),
  };
  // Starting machines and logging people in takes time too, on a busy machine hours of this clock.
  const from = new Date(Math.floor(began.getTime() / hourMilliseconds) * hourMilliseconds);
  const sailing = { from, until: addMilliseconds(from, (2 * days + 3) * dayMilliseconds) };
  const behind = {
    from: addMilliseconds(from, 2 * dayMilliseconds),
    until: addMilliseconds(from, 5 * dayMilliseconds),
  };
  const programme = createProgramme(sailing, days > 1 ? 30 : 10, (portTime) => toShipTime(portTime, behind));
  await changeClocks(ships[0], behind, variables);
  await importProgramme(ships[0], programme.write(), variables);
  writeRegistrationCodes(ships[0], people + newcomerCount);
  const machines = await startTwoMachines(ships, { waits: true, variables });
  const random = createRandom(seed);
  const mistyped = await mistypeCodes(machines.url, Math.floor(people / 5));
  let rejectedReads = 0;
  const meetingsFrom = addMilliseconds(sailing.until, 30 * dayMilliseconds);
  const everyone = await createWorld(machines, random, people, {
    now: clock.now,
    began,
    meetingsFrom,
    isScheduleShared: true,
  });
  const world = letReadsWait(everyone, () => {
    rejectedReads += 1;
  });
  progress(`${people} people are on board`);
  const reminders = recordReminders(world);
  const watch = watchService(everyone, machines, { clock, speed, excuse: reminders.excuse });
  const answers = createAnswers();
  const crowd = createCrowd(world, clock, answers);
  const tools = { machines, world, clock, random, answers, programme, reminders, watch, hold: crowd.hold };
  const stage: Stage = { ships, variables, ...tools };
  const dayOfTakeover = Math.min(5, days);
  const more = days > 1 ? createParts(stage, days, dayOfTakeover, backupFolder) : [];
  const table = createTable([crowd, createTakeoverPart(stage, dayOfTakeover), ...more]);
  try {
    for (const sailor of world.sailors) sailor.streams.unread = createUnreadStream(world, sailor);
    await openAllStreams(world);
    await reminders.open();
    await table.each((part) => part.prepare?.());
    for (const day of planDays(days, hours, clock.now)) {
      // This includes the next evening, since comparing takes time too.
      const length = day.until.getTime() - day.from.getTime();
      await programme.follow(world, random, { from: day.from, until: addMilliseconds(day.until, length) });
      await table.each((part) => part.play?.(day));
      await table.eachInTurn((part) => part.compare?.(day));
      progress(`day ${day.number} is over`);
    }
    const heard = await reminders.judge(programme);
    const lines = [
      signOff('Registration: wrong codes are refused, right ones let in', `${mistyped} and ${people}`, 'all', []),
      ...(await table.sign()),
      signOff(
        'Every reminder comes once and on time',
        `${heard.kept} came, ${heard.excused} were due while no machine could`,
        'all that could',
        heard.faults,
      ),
      signOffFailures(Math.max(0, watch.failures() - rejectedReads), rejectedReads),
    ];
    const samples = await watch.end();
    for (const stream of world.sailors.flatMap(getStreams)) stream.close();
    reminders.close();
    await machines.stop();
    const counts = { ...crowd.counts(), reminders: heard.kept + heard.excused };
    return { samples, counts, lines: [...lines, await verifyData(ships[1], variables)] };
  } finally {
    for (const stream of world.sailors.flatMap(getStreams)) stream.close();
    reminders.close();
    await watch.end();
  }
}

/** Creates the parts of a rehearsal. A rehearsal of eight days runs all of them, a shorter one only the first. */
const createParts = (stage: Stage, days: number, dayOfTakeover: number, backupFolder: string): RehearsalPart[] => [
  createEmbarkationPart(stage),
  createScheduleJobPart(stage),
  createMusterPart(stage, 2),
  createEveningsPart(stage, dayOfTakeover),
  createDeskPart(stage),
  createModerationPart(stage),
  createAbsencePart(stage, { from: 2, until: 4 }),
  createBackupsPart(stage, backupFolder, 3),
  createFullDiskPart(stage, 4),
  createSteadinessPart(stage, days),
  createNextSailingPart(stage),
];

const signOffFailures = (failures: number, rejectedReads: number): SignOffLine =>
  signOff(
    'No call fails with 5xx, except for reads that an overloaded server rejects',
    `${failures}, and ${rejectedReads} reads were sent again`,
    '0',
    failures > 0 ? ['Calls failed.'] : [],
  );

const describeTime = ({ at, began, speed }: RehearsalTime): string =>
  `${at.toISOString()} at ${began.toISOString()} times ${speed}`;

/** Each day ends when its hours are over. If a day takes longer on a busy machine, the later days move. */
function* planDays(days: number, hours: number, now: () => Date): Generator<Day & Span> {
  const begin = now();
  for (let number = 1; number <= days; number += 1) {
    const from = now();
    const planned = addMilliseconds(begin, (number - 1) * dayMilliseconds + hours * hourMilliseconds);
    const shortest = addMilliseconds(from, (hours * hourMilliseconds) / 4);
    yield { number, from, until: planned > shortest ? planned : shortest };
  }
}

async function importProgramme(ship: Ship, calendar: string, environment: Record<string, string>): Promise<void> {
  const { code, stderr } = await ship.run(['import', 'schedule', ship.file('programme.ics', calendar)], {
    environment,
  });
  assert.equal(code, 0, stderr);
}

/** Mistypes registration codes, one in five; returns how many were rejected. */
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

/** Uses the real clock, like files: `verify` reports a picture whose upload the kill ended only after an hour. */
async function verifyData(
  ship: Ship,
  { REHEARSAL_CLOCK: _, ...environment }: Record<string, string>,
): Promise<SignOffLine> {
  const { code, stdout, stderr } = await ship.run(['verify'], { environment });
  return signOff('The data are sound', code === 0 ? 'sound' : 'unsound', 'sound', code === 0 ? [] : [stdout + stderr]);
}
