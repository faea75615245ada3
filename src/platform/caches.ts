/** Values that can be worked out again at any time; all of them can be dropped at once. */
export interface Caches {
  /** Adds what `dropAll` calls. */
  register(drop: () => void): void;
  /** Forgets everything, for when another program has written to the database. */
  dropAll(): void;
}

export function createCaches(): Caches {
  const drops: (() => void)[] = [];
  return {
    register: (drop) => void drops.push(drop),
    dropAll: () => {
      for (const drop of drops) drop();
    },
  };
}

/** Remembers one value until it is dropped. */
export function cacheValue<Value>(caches: Caches, load: () => Value): { get(): Value; drop(): void } {
  let held: { value: Value } | undefined;
  const drop = () => {
    held = undefined;
  };
  caches.register(drop);
  return {
    get() {
      held ??= { value: load() };
      return held.value;
    },
    drop,
  };
}

/** Remembers up to `most` values by key, the least recently used making room. */
export interface KeyedCache<Value> {
  /** What is held, or else loaded; undefined is not held. */
  get(key: string, load: () => Value): Value;
  /** What is held. */
  peek(key: string): Value | undefined;
  set(key: string, value: Value): void;
  drop(key: string): void;
  clear(): void;
}

export function createKeyedCache<Value>(caches: Caches, max: number): KeyedCache<Value> {
  const entries = new Map<string, Value>();
  caches.register(() => entries.clear());

  function peek(key: string): Value | undefined {
    const held = entries.get(key);
    // Who was used last matters only once there may be too many.
    if (held !== undefined && entries.size * 2 > max) {
      entries.delete(key);
      entries.set(key, held);
    }
    return held;
  }

  function set(key: string, value: Value): void {
    entries.delete(key);
    if (entries.size >= max) entries.delete(entries.keys().next().value ?? '');
    entries.set(key, value);
  }

  return {
    get(key, load) {
      const held = peek(key);
      if (held !== undefined) return held;
      const value = load();
      // A rejection to know (undefined) is not kept: it would let anybody fill the cache with nonsense keys.
      if (value !== undefined) set(key, value);
      return value;
    },
    peek,
    set,
    drop: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
