import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../project.ts';
import type { Fault } from './faults.ts';
import type { Verdict } from './try-fault.ts';

/** The verdicts of one seed, written to disk immediately, so that a run can be continued. */
export interface Verdicts {
  readonly file: string;
  find(fault: Fault): Verdict | undefined;
  /** Stores a verdict, replacing an earlier one on the same fault. */
  add(verdict: Verdict): void;
}

const getFaultKey = ({ file, start, before, after }: Fault): string => JSON.stringify([file, start, before, after]);

/** Opens the file of a seed, with its earlier verdicts if there are any. */
export function openVerdicts(seed: number, { isContinued }: { readonly isContinued: boolean }): Verdicts {
  const folder = join(cacheFolder, 'mutants');
  const file = join(folder, `${seed}.jsonl`);
  mkdirSync(folder, { recursive: true });
  if (!isContinued) rmSync(file, { force: true });
  const verdicts = new Map(readVerdicts(file).map((verdict) => [getFaultKey(verdict.fault), verdict]));
  return {
    file,
    find: (fault) => verdicts.get(getFaultKey(fault)),
    add(verdict) {
      verdicts.set(getFaultKey(verdict.fault), verdict);
      appendFileSync(file, `${JSON.stringify(verdict)}\n`);
    },
  };
}

function readVerdicts(file: string): Verdict[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line));
}
