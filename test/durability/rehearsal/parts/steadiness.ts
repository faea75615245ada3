import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Ship } from '../../../support/ship.ts';
import type { RehearsalPart, Stage } from '../stage.ts';
import type { Sample } from '../watch-service.ts';

const maxMemoryMB = 700;
const maxMilliseconds = 1_000;
const maxLogMB = 64;
/** How much a passenger's calls may write into the process log each day. */
const maxServiceLogKB = 200;

/** Returns the bytes of the files directly in a folder. */
const measureFolder = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

const measureServiceLogs = (ships: readonly Ship[]): number =>
  ships.reduce((sum, { data }) => sum + measureFolder(join(data, 'log')), 0);

/** Response times, memory and the database's log don't grow over the days, and the data grow only with their content. */
export function createSteadinessPart({ answers, ships, watch, world }: Stage, days: number): RehearsalPart {
  const faults: string[] = [];

  function hold(what: string, value: number, max: number): void {
    if (value > max) faults.push(`${what}: ${Math.round(value)}, at most ${max}.`);
  }

  return {
    promise: 'Answers stay quick, memory and the database’s log stay small',
    target: `${maxMilliseconds} ms, ${maxMemoryMB} MB, ${maxLogMB} MB, ${maxServiceLogKB} KB of messages for each person a day`,
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
      const messages = measureServiceLogs(ships) / 1e3 / days / world.sailors.length;
      hold('Kilobytes of messages for each person a day', messages, maxServiceLogKB);
      const databases = read(({ databaseBytes }) => databaseBytes / 1e6);
      const [first = 0, last = 0] = [databases[0], databases.at(-1)];
      return `${Math.round(p95)} ms for 95 of 100 actions, ${Math.round(memory)} MB, ${log.toFixed(1)} MB; the database grew from ${first.toFixed(1)} to ${last.toFixed(1)} MB, messages took ${messages.toFixed(1)} KB`;
    },
  };
}
