import { type LineFault, UnreadableFile } from './unreadable-file.ts';

/** What an import changed, or with `dryRun` would change, and what the person who started it should know. */
export interface ImportOutcome {
  readonly added: number;
  readonly changed: number;
  /** Taken away before and now back; not counted as changed. */
  readonly restored: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** What was changed, one line for each thing. */
  readonly changes: readonly string[];
  /** Sentences on what is in force now. */
  readonly notes: readonly string[];
  /** Sentences on what looks wrong and was taken all the same. */
  readonly warnings: readonly string[];
}

export interface ImportOptions {
  /** Takes files that look wrong but can be read. */
  readonly force: boolean;
  /** Only counts. */
  readonly dryRun: boolean;
}

/** The outcome that others differ from. */
export const nothingImported: ImportOutcome = {
  added: 0,
  changed: 0,
  restored: 0,
  deleted: 0,
  unchanged: 0,
  changes: [],
  notes: [],
  warnings: [],
};

/** A file that can be read and may yet be the wrong one: whoever chose it is to be asked, or uses `force`. */
export class DoubtfulFile extends UnreadableFile {}

/** Throws DoubtfulFile for the doubt, if there is one, unless `force` is set. */
export function assertUndoubted(doubt: string | undefined, { force }: Pick<ImportOptions, 'force'>): void {
  if (doubt !== undefined && !force) throw new DoubtfulFile(`${doubt} --force takes it as it is.`);
}

/** A file that lacks more than this of what is stored may be cut off (decision 39). */
const maxLostShare = 0.3;

/**
 * Throws DoubtfulFile for a file that lacks more than 30 percent of what is stored, unless `force` is set. Samples
 * that came with the program are not counted: the first real file replaces them all.
 */
export function assertNotCutOff(
  { things, lost, stored }: { readonly things: string; readonly lost: number; readonly stored: number },
  options: ImportOptions,
): void {
  if (lost <= stored * maxLostShare) return;
  assertUndoubted(
    `The file lacks ${lost} of the ${stored} ${things} stored, which is more than 30 percent: it may be cut off or of ` +
      'another sailing.',
    options,
  );
}

const maxWarnings = 10;

/** The first few of many warnings, and how many more there are. */
export function limitWarnings(warnings: readonly string[]): string[] {
  const more = warnings.length - maxWarnings;
  return more > 0 ? [...warnings.slice(0, maxWarnings), `There are ${more} more such warnings.`] : [...warnings];
}

/** Lines that were left out, as warnings. Throws UnreadableFile for the first one unless `force` is set. */
export function skipFaultyLines(faults: readonly LineFault[], { force }: ImportOptions): string[] {
  const [fault] = faults;
  if (fault && !force) {
    const count = faults.length === 1 ? 'one such line' : `${faults.length} such lines`;
    throw new UnreadableFile(`${describeLine(fault)}: ${fault.reason} (${count}; --force passes over them).`);
  }
  return limitWarnings(faults.map((one) => `${describeLine(one)} was passed over: ${one.reason}.`));
}

const describeLine = ({ line, text }: LineFault): string => `Line ${line} ("${text}")`;
