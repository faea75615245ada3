import type { Clock } from '#platform/clock.ts';

/** A clock whose hands the test holds. */
export interface TestClock extends Clock {
  set(instant: Date | string): void;
  advance(step: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
}

export function createTestClock(start = '2025-03-03T15:00:00.000Z'): TestClock {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    set: (instant) => {
      now = new Date(instant);
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      now = new Date(now.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
    },
  };
}
