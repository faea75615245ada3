/**
 * System features that a test may need: the systems that lack the feature, and the reason that a skipped test shows.
 */
const systemFeatures = {
  '/proc': { lackedBy: ['darwin', 'win32'], reason: 'needs /proc, which Linux alone has' },
  'a second file system': { lackedBy: ['darwin', 'win32'], reason: 'needs /dev/shm, which Linux alone has' },
  'the loader of Linux': { lackedBy: ['darwin', 'win32'], reason: 'needs the loader of Linux' },
  'ports that sockets share': { lackedBy: ['darwin', 'win32'], reason: 'needs ports that several sockets share' },
  'a Unix shell': { lackedBy: ['win32'], reason: 'needs a Unix shell' },
  'file modes': { lackedBy: ['win32'], reason: 'needs the file modes of Unix' },
  signals: { lackedBy: ['win32'], reason: 'needs signals, which Windows lacks' },
} as const satisfies Record<string, { lackedBy: readonly NodeJS.Platform[]; reason: string }>;

export type SystemFeature = keyof typeof systemFeatures;

/** TEST_AS_SYSTEM=win32 shows which tests Windows would skip. */
const thisSystem = process.env.TEST_AS_SYSTEM ?? process.platform;

/** Returns why a test that needs this can't run here, for the option `skip`; false if it can. */
export function skipWithout(...wanted: readonly SystemFeature[]): string | false {
  const reasons = wanted.map((need) => systemFeatures[need]).filter(({ lackedBy }) => isIn(lackedBy, thisSystem));
  return reasons.length > 0 && reasons.map(({ reason }) => reason).join(', ');
}

const isIn = (systems: readonly string[], system: string): boolean => systems.includes(system);
