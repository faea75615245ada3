import { type LineFault, UnreadableFile } from './unreadable-file.ts';

/** What an import changed, or with `dryRun` would change, and what the person who started it should know. */
export interface ImportOutcome {
  readonly added: number;
  readonly changed: number;
  /** Removed before and now restored; not counted as changed. */
  readonly restored: number;
  readonly deleted: number;
  readonly unchanged: number;
  /** Changes, one line each. */
  readonly changes: readonly string[];
  /** Sentences about the state after the import. */
  readonly notes: readonly string[];
  /** Sentences about what looks wrong but was imported. */
  readonly warnings: readonly string[];
}

export interface ImportOptions {
  /** Accepts files that look wrong but can be read. */
  readonly force: boolean;
  /** Only counts. */
  readonly dryRun: boolean;
}

/** The empty outcome that others are based on. */
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

/** A file that is readable but may be the wrong one: the person who chose it must confirm, or use `force`. */
export class SuspiciousFile extends UnreadableFile {}

/** Throws DoubtfulFile for the doubt, if any, unless `force` is set. */
export function throwIfSuspicious(doubt: string | undefined, { force }: Pick<ImportOptions, 'force'>): void {
  if (doubt !== undefined && !force) throw new SuspiciousFile(`${doubt} Use --force to import it anyway.`);
}

/** A file that lacks more than this share of the stored data may be truncated (decision 39). */
const maxLostShare = 0.3;

/**
 * Throws DoubtfulFile for a file that lacks more than 30 percent of the stored data, unless `force` is set. Bundled
 * samples don't count: the first real file replaces them all.
 */
export function assertNotTruncated(
  { things, lost, stored }: { readonly things: string; readonly lost: number; readonly stored: number },
  options: ImportOptions,
): void {
  if (lost <= stored * maxLostShare) return;
  throwIfSuspicious(
    `The file is missing ${lost} of the ${stored} stored ${things}, more than 30 percent: it may be truncated or from ` +
      'another sailing.',
    options,
  );
}

const maxWarnings = 10;

/** Returns the first few of many warnings, and the number of others. */
export function limitWarnings(warnings: readonly string[]): string[] {
  const more = warnings.length - maxWarnings;
  return more > 0 ? [...warnings.slice(0, maxWarnings), `${more} more warnings like these.`] : [...warnings];
}

/** Returns warnings for skipped lines. Throws UnreadableFile for the first one unless `force` is set. */
export function skipFaultyLines(faults: readonly LineFault[], { force }: ImportOptions): string[] {
  const [fault] = faults;
  if (fault && !force) {
    const count = faults.length === 1 ? '1 such line' : `${faults.length} such lines`;
    throw new UnreadableFile(`${describeLine(fault)}: ${fault.reason} (${count}; --force skips them).`);
  }
  return limitWarnings(faults.map((one) => `${describeLine(one)} was skipped: ${one.reason}.`));
}

const describeLine = ({ line, text }: LineFault): string => `Line ${line} ("${text}")`;
