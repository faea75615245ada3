import type { Clock } from './clock.ts';

/** A map whose entries end after a time, holding at most `most`; the oldest make room. */
export interface ExpiringMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

export function createExpiringMap<Value>(clock: Clock, bounds: { lifetime: number; max: number }): ExpiringMap<Value> {
  const entries = new Map<string, { value: Value; ends: number }>();

  function dropOldest(): void {
    for (const key of entries.keys()) {
      entries.delete(key);
      return;
    }
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.ends > clock.now().getTime()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value) {
      entries.delete(key);
      if (entries.size >= bounds.max) dropOldest();
      entries.set(key, { value, ends: clock.now().getTime() + bounds.lifetime });
    },
  };
}
