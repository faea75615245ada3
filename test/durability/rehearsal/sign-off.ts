import type { RehearsalPart } from './stage.ts';

/** One promise, and whether it was kept. */
export interface SignOffLine {
  readonly promise: string;
  readonly figure: string;
  readonly target: string;
  readonly isKept: boolean;
  /** What was wrong, one sentence each. */
  readonly faults: readonly string[];
}

/** Returns the line of a promise, which is kept if there were no faults. */
export const signOff = (promise: string, figure: string, target: string, faults: readonly string[]): SignOffLine => ({
  promise,
  figure,
  target,
  isKept: faults.length === 0,
  faults:
    faults.length > maxFaults ? [...faults.slice(0, maxFaults), `And ${faults.length - maxFaults} more.`] : faults,
});

const maxFaults = 20;

/** The parts of a rehearsal, and the faults of each. */
export interface Table {
  /** Runs something for all parts concurrently; an error is a fault of its part, and doesn't stop the others. */
  each(work: (part: RehearsalPart) => Promise<void> | undefined): Promise<void>;
  /** Does the same for one part after the other. */
  eachInTurn(work: (part: RehearsalPart) => Promise<void> | undefined): Promise<void>;
  /** Returns a line for each part. */
  sign(): Promise<SignOffLine[]>;
}

export function createTable(parts: readonly RehearsalPart[]): Table {
  const thrown = new Map(parts.map((part): [RehearsalPart, string[]] => [part, []]));

  async function attend<Result>(
    part: RehearsalPart,
    work: () => Promise<Result> | Result,
  ): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      thrown.get(part)?.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  return {
    async each(work) {
      await Promise.all(parts.map((part) => attend(part, () => work(part))));
    },
    async eachInTurn(work) {
      for (const part of parts) await attend(part, () => work(part));
    },
    async sign() {
      const lines: SignOffLine[] = [];
      for (const part of parts) {
        const figure = await attend(part, () => part.figure());
        const faults = [...(part.faults ?? []), ...(thrown.get(part) ?? [])];
        lines.push(signOff(part.promise, figure ?? 'none', part.target, faults));
      }
      return lines;
    },
  };
}
