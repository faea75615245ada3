import { AppError } from '#contract/errors.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/** One kind of untrusted input, and the function that reads it. Inputs larger than `limit` are rejected unread. */
export interface Input {
  readonly name: string;
  /** The size of the largest permitted input: bytes, characters or items. */
  readonly limit: number;
  /** Builds an input of this size; the measurement runs the returned work. */
  readonly prepare: (size: number) => Work | Promise<Work>;
}

type Work = () => unknown;

/** CPU time, in milliseconds, for a quarter, half and all of the largest permitted input. */
export interface Growth {
  readonly quarter: number;
  readonly half: number;
  readonly whole: number;
}

/** If the largest input takes less than this, growth doesn't matter. */
const negligibleMilliseconds = 3;
/**
 * From a quarter to all: linear time grows by 4, by up to 9 if its memory outgrows the caches; quadratic time by 16.
 */
const maxRatio = 10;
/**
 * From half to all: quadratic time grows by 4. Input that is read differently above some size grows once, not twice.
 */
const maxRatioOfHalf = 3.2;
/** A busy machine slows some measurements down, but not the fastest of many. */
const maxRounds = 5;

const isSuspicious = ({ quarter, whole }: Growth): boolean =>
  whole > negligibleMilliseconds && whole > maxRatio * quarter;

/** Whether CPU time grows faster than the input. */
export const isSuperlinear = (growth: Growth): boolean =>
  isSuspicious(growth) && growth.whole > maxRatioOfHalf * growth.half;

/** Formats the growth for a report. */
export const describeGrowth = ({ quarter, half, whole }: Growth): string =>
  `${[quarter, half, whole].map((milliseconds) => milliseconds.toFixed(1)).join(' → ')} ms`;

/**
 * Measures how CPU time grows from a quarter of the largest permitted input to all of it. Fast inputs are measured once
 * or twice; suspicious ones are measured again, and the fastest run of each size counts.
 */
export async function measureGrowth({ limit, prepare }: Input): Promise<Growth> {
  const track = async (size: number) => trackFastest(await prepare(Math.floor(size)));
  const whole = await track(limit);
  await whole.run();
  if (whole.fastest() > negligibleMilliseconds) await whole.run();
  if (whole.fastest() <= negligibleMilliseconds)
    return { quarter: Number.NaN, half: Number.NaN, whole: whole.fastest() };
  const [quarter, half] = [await track(limit / 4), await track(limit / 2)];
  const read = (): Growth => ({ quarter: quarter.fastest(), half: half.fastest(), whole: whole.fastest() });
  for (let round = 1; round <= maxRounds; round += 1) {
    // The first runs of a function are slow, and other processes use the machine, so the small sizes need several runs.
    for (let run = 0; run < 4; run += 1) await quarter.run();
    for (let run = 0; run < 2; run += 1) await half.run();
    if (round > 1) await whole.run();
    if (!isSuspicious(read()) || (round > 1 && !isSuperlinear(read()))) break;
  }
  return read();
}

function trackFastest(work: Work) {
  let fastest = Number.POSITIVE_INFINITY;
  return {
    fastest: () => fastest,
    async run(): Promise<void> {
      const before = process.cpuUsage();
      try {
        await work();
      } catch (error) {
        if (!isRejection(error)) throw error;
      }
      const { user, system } = process.cpuUsage(before);
      fastest = Math.min(fastest, (user + system) / 1000);
    },
  };
}

const isRejection = (error: unknown): boolean => error instanceof AppError || error instanceof UnreadableFile;

/** Returns a text of this many UTF-16 units that repeats `pattern`. */
export const repeatToSize = (pattern: string, size: number): string =>
  pattern.repeat(Math.ceil(size / pattern.length)).slice(0, size);
