/** Measures how long users wait for their actions. */
export interface Answers {
  /** Takes an action, and records how long it took. */
  wait<Result>(action: () => Promise<Result>): Promise<Result>;
  /** Returns the milliseconds of the slowest action that is in progress, or has ended since this moment. */
  slowestSince(moment: number): number;
  /** Returns the milliseconds within which this share of all actions ended. */
  within(share: number): number;
}

/** Measures actions on the steady clock. */
export function createAnswers(): Answers {
  const underWay = new Set<{ readonly start: number }>();
  const ended: { readonly at: number; readonly milliseconds: number }[] = [];
  return {
    async wait(action) {
      const own = { start: performance.now() };
      underWay.add(own);
      try {
        return await action();
      } finally {
        underWay.delete(own);
        const at = performance.now();
        ended.push({ at, milliseconds: at - own.start });
      }
    },
    slowestSince(moment) {
      const ages = [...underWay].map(({ start }) => performance.now() - start);
      const times = ended.flatMap(({ at, milliseconds }) => (at >= moment ? [milliseconds] : []));
      return Math.max(0, ...ages, ...times);
    },
    within(share) {
      const times = ended.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
      return times[Math.floor(share * times.length)] ?? times.at(-1) ?? 0;
    },
  };
}
