import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../../project.ts';
import type { ServiceProcess } from '../../running/service-process.ts';
import { canPin, leaveCoreToService, moveToServiceCore, useAllCores } from '../load/one-core.ts';
import { bearerHeader, expectSuccess, logIn } from './api.ts';
import { report } from './figures.ts';
import { median } from './load.ts';
import {
  type NeighbourProcess,
  type Program,
  type SimulatedSpare,
  startSimulatedSpare,
  startSpare,
  waitUntilIdle,
} from './neighbours.ts';
import {
  closeTarget,
  type MeasuredServer,
  measurePhase,
  type Phase,
  prepareTarget,
  type Target,
} from './posting-phase.ts';

const rounds = 100;
/** Rounds that only warm both servers up. */
const warmUpRounds = 8;
/** The results of one phase on each server. */
interface Comparison {
  readonly alone: Phase;
  readonly followed: Phase;
}

/** Both servers, each with the process on the core next to it. */
interface Setting {
  readonly alone: Target;
  readonly followed: Target;
  readonly spare: NeighbourProcess;
  readonly substitute: SimulatedSpare;
}

/**
 * Measures what a spare costs the server: compares posting and reading on a server with a spare and on one without,
 * alternately. Each server has a core to itself. The spare, which in reality is another machine, shares the other core
 * with the clients. Any busy process there slows the server down through shared CPU caches, which a real spare wouldn't
 * do. So a process that simulates a spare runs next to the server without one, and works as much as the real spare just
 * did. If processes can't be pinned to a core, all of them share the machine, and the simulation uses as much of it as
 * the spare.
 */
export async function measureSpare(
  program: Program,
  servers: { alone: MeasuredServer; followed: MeasuredServer },
): Promise<void> {
  const otherDisk = await mkdtemp(join(await findOtherDisk(), 'gangway-bench-spare-'));
  const isPinned = canPin();
  if (isPinned) {
    leaveCoreToService();
    for (const { service } of Object.values(servers)) moveToServiceCore(service.pid);
  }
  say(`       ${isPinned ? 'the servers on one core, spare and passengers on the others' : 'all on the same cores'}`);
  const alone = await prepareTarget(servers.alone);
  const followed = await prepareTarget(servers.followed);
  const server = { url: followed.service.url, folder: followed.folder };
  const substitute = startSimulatedSpare(join(otherDisk, 'stand-in'));
  const spare = await startSpare(program, server, join(otherDisk, 'spare'));
  try {
    await measureRounds({ alone, followed, spare, substitute });
  } finally {
    for (const neighbour of [spare, substitute]) await neighbour.end();
    for (const target of [alone, followed]) closeTarget(target);
    await rm(otherDisk, { recursive: true, force: true });
    if (isPinned) useAllCores();
  }
}

async function measureRounds(setting: Setting): Promise<void> {
  const phases: Comparison[] = [];
  const lags: number[] = [];
  const { service } = setting.followed;
  const { token } = await logIn(service.url, 'admin');
  const noteLag = async () => void lags.push(await readLag(service, token));
  for (let round = 0; round < rounds; round += 1) {
    phases.push(await measureInTurn(setting, round % 2 === 1 ? phases.at(-1) : undefined, noteLag));
  }
  reportCost(phases.slice(warmUpRounds));
  report({
    what: 'age of what the spare lacks when all post, at worst',
    value: Math.max(...lags),
    unit: 'ms',
    max: 2_000,
  });
}

/** The order alternates because leftovers of one phase, such as pending disk writes, affect the next one. */
async function measureInTurn(
  { alone, followed, spare, substitute }: Setting,
  before: Comparison | undefined,
  noteLag: () => Promise<void>,
): Promise<Comparison> {
  const measureFollowed = async () => {
    const phase = await measurePhase(followed, spare);
    await noteLag();
    // Otherwise its remaining work would affect only the server without a spare.
    await waitUntilIdle(spare);
    return phase;
  };
  const measureAlone = async ({ neighbourShare }: Phase) => {
    substitute.workFor(neighbourShare);
    const phase = await measurePhase(alone, substitute);
    substitute.workFor(0);
    return phase;
  };
  if (before) return { alone: await measureAlone(before.followed), followed: await measureFollowed() };
  const phase = await measureFollowed();
  return { alone: await measureAlone(phase), followed: phase };
}

function reportCost(phases: readonly Comparison[]): void {
  const alone = phases.map((round) => round.alone);
  const followed = phases.map((round) => round.followed);
  say(`       alone: ${describePhases(alone)}, the stand-in worked ${describeShare(alone)}`);
  say(`       followed: ${describePhases(followed)}, the spare worked ${describeShare(followed)}`);
  const posting = compareRounds(phases, ({ postsPerSecond }) => postsPerSecond);
  report({
    what: `posting with a spare attached, to without (standard error ${posting.standardError.toFixed(3)})`,
    value: posting.ratio,
    unit: 'x',
    min: 0.9,
  });
  report({
    what: 'p99 of whoami with a spare attached, to without',
    value: findP99(followed) / findP99(alone),
    unit: 'x',
    max: 1.3,
  });
  report({
    what: 'CPU time of the server with a spare, relative to without',
    value: compareRounds(phases, ({ serverMilliseconds }) => serverMilliseconds).ratio,
    unit: 'x',
  });
}

function describePhases(phases: readonly Phase[]): string {
  const middle = (read: (phase: Phase) => number) => median(phases.map(read));
  const posts = middle(({ postsPerSecond }) => postsPerSecond).toFixed(0);
  const server = middle(({ serverMilliseconds }) => serverMilliseconds).toFixed(3);
  return `${posts} posts/s, p99 of whoami ${findP99(phases).toFixed(1)} ms, ${server} ms of processor for a post`;
}

const describeShare = (phases: readonly Phase[]): string =>
  `${average(phases.map(({ neighbourShare }) => neighbourShare)).toFixed(2)} of the time`;

/**
 * Returns the ratio of the server with a spare to the one without: the geometric mean of all rounds, with its margin of
 * error.
 */
function compareRounds(
  phases: readonly Comparison[],
  read: (phase: Phase) => number,
): { readonly ratio: number; readonly standardError: number } {
  const logarithms = phases.map(({ alone, followed }) => Math.log(read(followed) / read(alone)));
  const mean = average(logarithms);
  const variance = average(logarithms.map((value) => (value - mean) ** 2));
  const ratio = Math.exp(mean);
  return { ratio, standardError: ratio * Math.sqrt(variance / (logarithms.length - 1)) };
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The p99 of all phases together; in a single phase it depends on a few calls. */
function findP99(phases: readonly Phase[]): number {
  const times = phases.flatMap(({ whoamiTimes }) => whoamiTimes).sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** Returns how many milliseconds the spare is behind, as reported by the server. */
async function readLag({ url }: ServiceProcess, admin: string): Promise<number> {
  const headers = { authorization: bearerHeader({ token: admin }) };
  const response = await expectSuccess(`${url}/api/v3/admin/box`, { headers });
  // Trusted: our own service sent this response.
  const { spare } = (await response.json()) as { spare: { isAttached: boolean; lagMilliseconds?: number } };
  return spare.isAttached ? (spare.lagMilliseconds ?? Number.NaN) : Number.NaN;
}

/** The spare gets a disk of its own: a memory file system if there is one. */
const findOtherDisk = (): Promise<string> =>
  access('/dev/shm', constants.W_OK).then(
    () => '/dev/shm',
    () => tmpdir(),
  );
