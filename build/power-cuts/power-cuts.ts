// `npm run power-cuts -- [count] [seed] [server|spare|promotion|restore|first-start]`: records Gangway's disk operations,
// cuts them off at random moments, and looks for lost data. `npm run power-cuts -- planted [seed]`: plants faults and cuts
// until a check finds each. See power-cuts/README.md.
import { randomInt } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { deriveSeed } from '#crowd/random.ts';
import { say, secondsSince } from '../project.ts';
import { plantedFaults, plantFault } from './planted-faults.ts';
import { type Cut, type CutOptions, runCuts, scenarios } from './run-cuts.ts';
import type { Scenario, ScenarioOptions } from './scenario.ts';
import { canTrace } from './trace.ts';

const [countArgument = '100', seedArgument = String(randomInt(2 ** 32)), kind = 'server'] = process.argv.slice(2);
const isPlanted = countArgument === 'planted';
/** Only a cut within a few milliseconds tears a picture, so 20 cuts don't always do. */
const maxCutsUntilFound = 500;
const [count, seed] = [isPlanted ? maxCutsUntilFound : Number(countArgument), Number(seedArgument)];
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed) || !scenarios[kind])
  throw new Error(`power-cuts [count] [seed] [${Object.keys(scenarios).join('|')}], or power-cuts planted [seed]`);
if (!canTrace()) throw new Error('strace is missing or must not trace here: as root, apt-get install strace');
// States after power cuts are temporary, so they're in memory; a disk would only take longer.
if (hasSpaceInMemory()) process.env.TMPDIR ??= '/dev/shm';

const start = performance.now();
const secondsOfTraffic = 8;
/** Number of cuts per recording. */
const cutsPerRecording = 250;
const thoroughEvery = 25;
const cutsPerLine = 25;

function hasSpaceInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 4 * 1024 ** 3;
  } catch {
    return false;
  }
}

async function recordScenario(name: string, options: Omit<ScenarioOptions, 'seconds'>): Promise<Scenario> {
  const open = scenarios[name];
  if (!open) throw new Error(`${name} is not recorded`);
  const scenario = await open({ seconds: secondsOfTraffic, ...options });
  const { recording, acknowledged } = scenario;
  say(`recorded ${recording.events.length} changes and ${acknowledged} acknowledged writes, ${secondsSince(start)}`);
  return scenario;
}

function describeCut({ number, seconds, faults }: Cut): string {
  const lines = faults.slice(0, 5).map(({ check, what }) => `  ${check}: ${what}`);
  return [`cut ${number}, after ${seconds.toFixed(3)} s: ${faults.length} faults`, ...lines].join('\n');
}

/** Returns how many cuts caused damage. */
async function cutAndReport(name: string): Promise<number> {
  let broken = 0;
  for (let done = 0; done < count; done += cutsPerRecording) {
    const ownSeed = deriveSeed(seed, `recording ${done}`);
    const scenario = await recordScenario(name, { seed: ownSeed, change: (recorded) => recorded });
    const options = { count: Math.min(cutsPerRecording, count - done), seed: ownSeed, thoroughEvery };
    broken += await cutRecording(scenario, options);
    scenario.close();
    say(`${done + options.count} cuts, ${broken} with faults, ${secondsSince(start)}`);
  }
  return broken;
}

async function cutRecording(scenario: Scenario, options: CutOptions): Promise<number> {
  let broken = 0;
  for await (const cut of runCuts(scenario, options)) {
    if (cut.faults.length > 0) {
      say(describeCut(cut));
      broken += 1;
    }
    if (cut.number % cutsPerLine === 0) say(`${cut.number} cuts of this recording, ${secondsSince(start)}`);
  }
  return broken;
}

/** Returns how many planted faults weren't found. */
async function findPlantedFaults(): Promise<number> {
  let missed = 0;
  for (const planted of plantedFaults) {
    const scenario = await recordScenario(planted.scenario, { seed, change: plantFault(planted) });
    try {
      const found = await findFirstFault(scenario);
      say(`${planted.name}: ${found ?? `NOT FOUND in ${count} cuts`}, ${secondsSince(start)}`);
      if (found === undefined) missed += 1;
    } finally {
      scenario.close();
    }
  }
  return missed;
}

async function findFirstFault(scenario: Scenario): Promise<string | undefined> {
  for await (const { faults, number } of runCuts(scenario, { count, seed, thoroughEvery: Number.POSITIVE_INFINITY })) {
    const checks = new Set(faults.map(({ check }) => check));
    if (checks.size > 0) return `found in cut ${number}, by ${[...checks].join(' and ')}`;
  }
  return undefined;
}

say(`${isPlanted ? `${plantedFaults.length} planted faults` : `${count} cuts, ${kind}`}, seed ${seed}`);
const faultCount = isPlanted ? await findPlantedFaults() : await cutAndReport(kind);
const success = isPlanted ? 'every planted fault was found' : 'nothing acknowledged was lost, nothing torn';
say(`${faultCount === 0 ? success : `${faultCount} wrong`}, ${secondsSince(start)}`);
process.exit(faultCount === 0 ? 0 : 1);
