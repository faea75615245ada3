import assert from 'node:assert/strict';
import type { RehearsalPart, Stage } from '../stage.ts';
import type { Sample } from '../watch-service.ts';

const maxMemoryMB = 700;
const maxMilliseconds = 1_000;
const maxLogMB = 64;

/** Response times, memory and the database's log don't grow over the days. */
export function createSteadinessPart({ answers, watch }: Stage): RehearsalPart {
  const faults: string[] = [];

  function hold(what: string, value: number, max: number): void {
    if (value > max) faults.push(`${what}: ${Math.round(value)}, at most ${max}.`);
  }

  return {
    promise: 'Answers stay quick, memory and the database’s log stay small',
    target: `${maxMilliseconds} ms, ${maxMemoryMB} MB, ${maxLogMB} MB`,
    faults,
    figure() {
      const { samples } = watch;
      assert.ok(samples.length > 0, 'there are no samples');
      const read = (of: (sample: Sample) => number) => samples.map(of);
      const p95 = answers.within(0.95);
      const memory = Math.max(...read(({ memoryBytes }) => memoryBytes)) / 1e6;
      const log = Math.max(...read(({ logBytes }) => logBytes)) / 1e6;
      hold('Milliseconds for 95 of 100 actions', p95, maxMilliseconds);
      hold('Megabytes of memory', memory, maxMemoryMB);
      hold('Megabytes of log', log, maxLogMB);
      return `${Math.round(p95)} ms for 95 of 100 actions, ${Math.round(memory)} MB, ${log.toFixed(1)} MB`;
    },
  };
}
