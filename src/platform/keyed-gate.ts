import { createGate, type Gate } from './gate.ts';

/** A gate for each key, made when needed and forgotten when nobody is at it. */
export interface KeyedGate {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createKeyedGate(
  what: string,
  bounds: { mostRunning: (key: string) => number; mostWaiting: number },
): KeyedGate {
  const gates = new Map<string, { gate: Gate; visitors: number }>();
  return {
    async run(key, work) {
      const entry = gates.get(key) ?? {
        gate: createGate(what, { ...bounds, mostRunning: () => bounds.mostRunning(key) }),
        visitors: 0,
      };
      gates.set(key, entry);
      entry.visitors += 1;
      try {
        return await entry.gate.run(work);
      } finally {
        entry.visitors -= 1;
        if (entry.visitors === 0) gates.delete(key);
      }
    },
  };
}
