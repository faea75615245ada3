/** How long people wait for what they do. */
export interface Answers {
  /** Takes an action, and remembers how long that took. */
  wait<Result>(action: () => Promise<Result>): Promise<Result>;
  /** How long the slowest action took, in milliseconds: of those that are under way, or ended since this moment. */
  slowestSince(moment: number): number;
  /** The time within which this share of all actions ended, in milliseconds. */
  within(share: number): number;
}

/** Measures actions by the steady clock. */
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
