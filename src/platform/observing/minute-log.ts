import type { Log } from './log.ts';

/** Samples frequent log lines, so the log stays readable whatever passengers, or attackers, do. */
export interface MinuteLog {
  /** Counts an occurrence; one line a minute reports the total. */
  count(word: string): void;
  /** Writes the first few lines of a kind in a minute; one line reports the number of others. */
  sample(kind: string, write: () => void): void;
  /** Writes the totals; a job calls it every minute. */
  writeSums(): void;
}

/** Maximum lines per minute of one kind, and of all kinds together. */
const maxLinesPerKind = 3;
const maxLinesOfAllKinds = 20;
/** Maximum number of distinct kinds; addresses from outside aren't kinds. */
const maxKinds = 200;

export function createMinuteLog(log: Log): MinuteLog {
  const counts = new Map<string, number>();
  const kinds = new Map<string, { written: number; leftOut: number }>();
  let written = 0;

  function findKind(name: string) {
    const known = kinds.get(name) ?? kinds.get(kinds.size < maxKinds ? name : '');
    const kind = known ?? { written: 0, leftOut: 0 };
    if (!known) kinds.set(kinds.size < maxKinds ? name : '', kind);
    return kind;
  }

  return {
    count: (word) => void counts.set(word, (counts.get(word) ?? 0) + 1),
    sample(name, write) {
      const kind = findKind(name);
      if (kind.written >= maxLinesPerKind || written >= maxLinesOfAllKinds) {
        kind.leftOut += 1;
        return;
      }
      kind.written += 1;
      written += 1;
      write();
    },
    writeSums() {
      if (counts.size > 0) log.info(Object.fromEntries(counts), 'in the last minute');
      const leftOut = [...kinds].filter(([, kind]) => kind.leftOut > 0);
      if (leftOut.length > 0) {
        const topCauses = leftOut
          .toSorted(([, left], [, right]) => right.leftOut - left.leftOut)
          .slice(0, maxLinesOfAllKinds);
        const times = Object.fromEntries(topCauses.map(([name, kind]) => [name || 'others', kind.leftOut]));
        log.info({ times }, 'suppressed more lines of these kinds in the last minute');
      }
      counts.clear();
      kinds.clear();
      written = 0;
    },
  };
}
