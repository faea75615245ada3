// `npm run load [seconds] [scale] [part]`: simulates a full ship on one core. `steady`: everyone polls and acts,
// without and with sockets; `double`: twice as many requests; `herds`: everyone at once, in several ways. By default
// all parts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say, secondsSince } from '../project.ts';
import { type CrowdOfSailing, gatherCrowdOfSailing } from './load/crowd.ts';
import { measureHerds } from './load/herds.ts';
import { canPin, leaveCoreToService, startOnOneCore } from './load/one-core.ts';
import { type MeasuredLoad, measureLoad } from './load/put-under-load.ts';

const seconds = Number(process.argv[2] ?? 60);
const scale = Number(process.argv[3] ?? 1);
const part = process.argv[4];
const warmUpSeconds = 10;
const secondsBetweenPolls = 10;
const actionsPerSecond = 300;
const maxP99Milliseconds = 50;
const maxMebibytes = 500;
const maxP95Overloaded = 500;
const maxHoldMilliseconds = 20;
const maxSecondsToAnnounce = 0.5;

const format = (milliseconds: number): string => milliseconds.toFixed(1).padStart(8);

function show({ all, byName, errors, refused, cpuMilliseconds, mebibytes }: MeasuredLoad): void {
  say(`${'milliseconds'.padEnd(30)} ${'calls'.padStart(7)}      p50      p95      p99      max`);
  const rows = [...byName].sort(([, one], [, other]) => other.p99 - one.p99);
  for (const [name, { count, p50, p95, p99, max }] of [...rows, ['all', all] as const]) {
    say(`${name.padEnd(30)} ${String(count).padStart(7)} ${[p50, p95, p99, max].map(format).join(' ')}`);
  }
  const ofCore = (100 * cpuMilliseconds) / (seconds * 1000);
  say(`${(cpuMilliseconds / all.count).toFixed(2)} ms of the processor for a call, ${ofCore.toFixed(0)} % of a core`);
  say(`${errors.length} errors, ${refused} rightly refused, ${mebibytes.toFixed(0)} MiB at most`);
  for (const error of errors.slice(0, 10)) say(`  ${error}`);
}

function listMissed({ all, errors, shed, brokenSockets, mebibytes }: MeasuredLoad): string[] {
  return [
    ...(shed > 0 ? [`${shed} polls were rejected`] : []),
    ...(all.p99 > maxP99Milliseconds ? [`p99 is ${all.p99.toFixed(1)} ms, over ${maxP99Milliseconds}`] : []),
    ...(errors.length > 0 ? [`${errors.length} calls failed`] : []),
    ...(brokenSockets > 0 ? [`${brokenSockets} sockets were broken off`] : []),
    ...(mebibytes > maxMebibytes ? [`${mebibytes.toFixed(0)} MiB are over ${maxMebibytes}`] : []),
  ];
}

async function measure(crowd: CrowdOfSailing, hasSockets: boolean): Promise<string[]> {
  const service = await startOnOneCore(crowd);
  try {
    const people = crowd.passengers.length;
    say(
      `${people} people ${hasSockets ? 'with' : 'without'} sockets, ${actionsPerSecond} actions a second, ${seconds} s`,
    );
    const report = await measureLoad(service, crowd, {
      ...{ seconds, warmUpSeconds, secondsBetweenPolls, actionsPerSecond, hasSockets },
    });
    show(report);
    return listMissed(report);
  } finally {
    await service.stop();
  }
}

/** Twice as many requests as the people on board make. */
async function measureDouble(crowd: CrowdOfSailing): Promise<string[]> {
  const service = await startOnOneCore(crowd);
  try {
    const report = await measureLoad(service, crowd, {
      ...{ seconds, warmUpSeconds, secondsBetweenPolls: secondsBetweenPolls / 2, hasSockets: false },
      actionsPerSecond: 2 * actionsPerSecond,
    });
    const { all, errors, shed, cpuMilliseconds } = report;
    const rejectedWrites = errors.filter((error) => !error.startsWith('GET ')).length;
    const rejectedReads = errors.length - rejectedWrites;
    const ofCore = (100 * cpuMilliseconds) / (seconds * 1000);
    say(
      `twice the calls: ${all.count} answered with a p95 of ${all.p95.toFixed(0)} ms; ${shed} polls, ${rejectedReads} other ` +
        `reads and ${rejectedWrites} writes rejected; ${ofCore.toFixed(0)} % of a core`,
    );
    for (const error of errors.slice(0, 5)) say(`  ${error}`);
    return [
      ...(rejectedWrites > 0 ? [`${rejectedWrites} writes were rejected`] : []),
      ...(all.p95 > maxP95Overloaded ? [`p95 is ${all.p95.toFixed(0)} ms, over ${maxP95Overloaded}`] : []),
    ];
  } finally {
    await service.stop();
  }
}

async function measureEachHerd(crowd: CrowdOfSailing): Promise<string[]> {
  const herds = await measureHerds(crowd);
  for (const { what, cpuMilliseconds, holdMilliseconds, seconds, shed } of herds) {
    say(
      `${what}: ${seconds.toFixed(1)} s, ${(cpuMilliseconds / 1000).toFixed(2)} s of the processor, event loop held for up to ` +
        `${holdMilliseconds.toFixed(0)} ms, ${shed} polls repeated later`,
    );
  }
  const held = herds.filter(({ holdMilliseconds }) => holdMilliseconds > maxHoldMilliseconds);
  const late = herds.filter(
    ({ what, seconds }) => what.startsWith('an announcement') && seconds > maxSecondsToAnnounce,
  );
  return [
    ...held.map(({ what }) => `the event loop is held for over ${maxHoldMilliseconds} ms while ${what}`),
    ...late.map(({ seconds }) => `an announcement takes ${seconds.toFixed(1)} s, over ${maxSecondsToAnnounce}`),
  ];
}

const isChosen = (name: string): boolean => part === undefined || part === name;

const folder = await mkdtemp(join(tmpdir(), 'gangway-load-'));
const started = performance.now();
try {
  if (canPin()) leaveCoreToService();
  else say('taskset is missing: the service may use every core');
  const crowd = await gatherCrowdOfSailing(folder, scale);
  say(`the sailing is made, ${secondsSince(started)}`);
  const missed = [
    ...(isChosen('steady') ? [...(await measure(crowd, false)), ...(await measure(crowd, true))] : []),
    ...(isChosen('double') ? await measureDouble(crowd) : []),
    ...(isChosen('herds') ? await measureEachHerd(crowd) : []),
  ];
  say(missed.length === 0 ? 'every aim was met' : missed.join('; '));
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
