import type { Clock } from '#platform/time/clock.ts';

/** A clock that the test sets. */
export interface TestClock extends Clock {
  /** Corrects the wall clock without advancing the steady clock. */
  set(instant: Date | string): void;
  advance(step: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
}

export function createTestClock(start = '2025-03-03T15:00:00.000Z'): TestClock {
  let now = new Date(start);
  let steady = 1_000_000;
  return {
    now: () => new Date(now),
    steadyNow: () => steady,
    set: (instant) => {
      now = new Date(instant);
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      const milliseconds = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
      now = new Date(now.getTime() + milliseconds);
      steady += milliseconds;
    },
  };
}
