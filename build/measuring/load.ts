// `npm run load [seconds] [scale]`: a whole ship polls and acts on one core, without and with sockets.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say, secondsSince } from '../project.ts';
import { type CrowdOfSailing, gatherCrowdOfSailing } from './load/crowd.ts';
import { canPin, leaveCoreToService, startOnOneCore } from './load/one-core.ts';
import { type MeasuredLoad, measureLoad } from './load/put-under-load.ts';

const seconds = Number(process.argv[2] ?? 60);
const scale = Number(process.argv[3] ?? 1);
const warmUpSeconds = 10;
const secondsBetweenPolls = 10;
const actionsPerSecond = 300;
const maxP99Milliseconds = 50;
const maxMebibytes = 500;

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

function listMissed({ all, errors, brokenSockets, mebibytes }: MeasuredLoad): string[] {
  return [
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

const folder = await mkdtemp(join(tmpdir(), 'gangway-load-'));
const started = performance.now();
try {
  if (canPin()) leaveCoreToService();
  else say('taskset is missing: the service may use every core');
  const crowd = await gatherCrowdOfSailing(folder, scale);
  say(`the sailing is made, ${secondsSince(started)}`);
  const missed = [...(await measure(crowd, false)), ...(await measure(crowd, true))];
  say(missed.length === 0 ? 'every aim was met' : missed.join('; '));
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
