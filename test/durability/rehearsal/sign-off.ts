/** One promise, and what became of it. */
export interface SignOffLine {
  readonly promise: string;
  readonly figure: string;
  readonly target: string;
  readonly isKept: boolean;
  /** What was wrong, one sentence each. */
  readonly faults: readonly string[];
}

/** A promise that is kept if nothing was wrong. */
export const signOff = (promise: string, figure: string, target: string, faults: readonly string[]): SignOffLine => ({
  promise,
  figure,
  target,
  isKept: faults.length === 0,
  faults:
    faults.length > maxFaults ? [...faults.slice(0, maxFaults), `And ${faults.length - maxFaults} more.`] : faults,
});

const maxFaults = 20;
