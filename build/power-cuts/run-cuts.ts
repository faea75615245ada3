import { existsSync, rmSync } from 'node:fs';
import { createRandom, deriveSeed } from '#crowd/random.ts';
import { cutPower } from './cut-power.ts';
import { openFirstStartScenario } from './first-start.ts';
import type { Fault } from './inspect.ts';
import { openRestoreScenario } from './restore.ts';
import type { Scenario, ScenarioOptions } from './scenario.ts';
import { openServerScenario } from './server.ts';
import { openPromotionScenario, openSpareScenario } from './spare.ts';

/** The scenarios by their names on the command line. */
export const scenarios: Readonly<Record<string, (options: ScenarioOptions) => Promise<Scenario>>> = {
  server: openServerScenario,
  spare: openSpareScenario,
  promotion: openPromotionScenario,
  restore: openRestoreScenario,
  'first-start': openFirstStartScenario,
};

/** A power cut and its damage. */
export interface Cut {
  readonly number: number;
  /** Seconds after the first recorded operation. */
  readonly seconds: number;
  readonly faults: readonly Fault[];
}

export interface CutOptions {
  readonly count: number;
  readonly seed: number;
  /** The real programs run after one in this many cuts. */
  readonly thoroughEvery: number;
}

/** Cuts the power repeatedly, at moments derived from the seed. */
export async function* runCuts(scenario: Scenario, { count, seed, thoroughEvery }: CutOptions): AsyncIterable<Cut> {
  const { recording, folder } = scenario;
  const begin = recording.events[0]?.begin ?? 0;
  for (let number = 1; number <= count; number += 1) {
    const random = createRandom(deriveSeed(seed, `cut ${number}`));
    const moment = recording.chooseMoment(random);
    clearFolder(folder);
    const left = cutPower(recording.disk, moment, random, folder);
    const faults = await scenario.inspect(left, moment, number % thoroughEvery === 0);
    yield { number, seconds: (moment - begin) / 1_000_000, faults };
  }
}

function clearFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  if (existsSync(folder)) throw new Error(`${folder} is still there`);
}
