import { LRUCache } from 'lru-cache';

/** All caches of an instance: values that can be recomputed at any time. */
export interface Caches {
  /** Registers a function that `invalidateAll` calls. */
  register(invalidate: () => void): void;
  /** Empties all caches, for when another program has written to the database. */
  invalidateAll(): void;
}

export function createCaches(): Caches {
  const registered: (() => void)[] = [];
  return {
    register: (invalidate) => void registered.push(invalidate),
    invalidateAll: () => {
      for (const invalidate of registered) invalidate();
    },
  };
}

/** Lets tests compare what a load reads with the cache's declared dependencies. */
export interface LoadObserver {
  /** Runs a load of a cache with these dependencies. */
  load<Value>(dependencies: readonly unknown[], load: () => Value): Value;
  /** Records that a value or version with these dependencies was returned. */
  returned(dependencies: readonly unknown[], value: unknown): void;
  /** Runs a computation based on `dependencies`: values and versions that were returned before. */
  derive<Value>(dependencies: readonly unknown[], derive: () => Value): Value;
}

export let loadObserver: LoadObserver | undefined;

/** Reports every load and every returned value of caches created afterwards. Slow, so only tests call it. */
export function observeLoads(observer: LoadObserver): void {
  loadObserver = observer;
}

/** Caches one value until it is invalidated. */
export function cacheValue<Value>(caches: Caches, load: () => Value): { get(): Value; invalidate(): void } {
  let cached: { value: Value } | undefined;
  const invalidate = () => {
    cached = undefined;
  };
  caches.register(invalidate);
  return {
    get() {
      cached ??= { value: load() };
      return cached.value;
    },
    invalidate,
  };
}

/** Capacity of a cache: a number of values, and optionally the total of their sizes. */
interface Capacity<Value> {
  readonly max: number;
  readonly maxSize?: number;
  /** Returns the size of a value; one larger than `maxSize` isn't cached. */
  readonly measure?: (value: Value) => number;
}

/**
 * Evicts the least recently used entries. Limits their number through their size, each counting as at least a `max`-th
 * of `maxSize`: if the library knows their maximal number, it allocates memory for all of them at once, which takes
 * 1.6 ms for 20,000, and many megabytes over all caches.
 */
export function createLru<Value extends NonNullable<unknown>>({
  max,
  maxSize = max,
  measure,
}: Capacity<Value>): LRUCache<string, Value> {
  const minSize = Math.ceil(maxSize / max);
  return new LRUCache({
    maxSize,
    sizeCalculation: (value) => Math.max(minSize, measure?.(value) ?? 0),
  });
}

/** Caches values by key, evicting the least recently used. */
export interface KeyedCache<Value> {
  /**
   * Returns the cached value, or loads it. Misses (undefined) aren't cached, so clients can't fill the cache with
   * random keys.
   */
  get<Loaded extends Value | undefined>(key: string, load: () => Loaded): Value | Loaded;
  /** Returns the values cached under these keys and loads the others all at once, omitting those that aren't found. */
  getAll(
    keys: readonly string[],
    load: (missing: readonly string[]) => Iterable<readonly [string, Value]>,
  ): Map<string, Value>;
  invalidate(key: string): void;
  clear(): void;
}

export function createKeyedCache<Value extends object>(caches: Caches, max: number): KeyedCache<Value> {
  const entries = createLru<Value>({ max });
  const clear = () => entries.size > 0 && entries.clear();
  caches.register(clear);
  return {
    get(key, load) {
      const cached = entries.get(key);
      if (cached !== undefined) return cached;
      const value = load();
      if (value !== undefined) entries.set(key, value);
      return value;
    },
    getAll(keys, load) {
      const values = new Map<string, Value>();
      const missing: string[] = [];
      for (const key of keys) {
        const cached = entries.get(key);
        if (cached === undefined) missing.push(key);
        else values.set(key, cached);
      }
      if (missing.length === 0) return values;
      for (const [key, value] of load(missing)) {
        entries.set(key, value);
        values.set(key, value);
      }
      return values;
    },
    invalidate: (key) => void entries.delete(key),
    clear,
  };
}

/** A value with its dependencies. */
export interface DerivedValue<Value> {
  readonly value: Value;
  readonly dependencies: readonly unknown[];
}

/** Caches derived values: each is valid as long as its dependencies are identical. */
export interface DerivedCache<Value> {
  /** Returns the value for exactly these dependencies, deriving it if necessary, perhaps from the previous value. */
  get(
    key: string,
    dependencies: readonly unknown[],
    derive: (previous: DerivedValue<Value> | undefined) => Value,
  ): Value;
  /** Returns the cached value for exactly these dependencies. */
  peek(key: string, dependencies: readonly unknown[]): Value | undefined;
  set(key: string, dependencies: readonly unknown[], value: Value): void;
}

export function createDerivedCache<Value extends object>(
  caches: Caches,
  { measure, ...capacity }: Capacity<Value>,
): DerivedCache<Value> {
  const entries = createLru<DerivedValue<Value>>({
    ...capacity,
    ...(measure && { measure: ({ value }) => measure(value) }),
  });
  caches.register(() => entries.clear());
  const peek = (key: string, dependencies: readonly unknown[]): Value | undefined => {
    const entry = entries.get(key);
    return entry && areIdentical(entry.dependencies, dependencies) ? entry.value : undefined;
  };
  const set = (key: string, dependencies: readonly unknown[], value: Value) =>
    entries.set(key, { value, dependencies });
  return {
    get(key, dependencies, derive) {
      const cached = peek(key, dependencies);
      if (cached !== undefined) return cached;
      const previous = entries.get(key);
      const value = loadObserver ? loadObserver.derive(dependencies, () => derive(previous)) : derive(previous);
      set(key, dependencies, value);
      return value;
    },
    peek,
    set,
  };
}

const areIdentical = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before.length === now.length && before.every((part, index) => part === now[index]);

/** Caches values that are slow to load, up to a total number of bytes. */
export interface LoadingCache<Value> {
  /** Returns the value under this key, loading it if necessary. Concurrent callers share one load. */
  get<Loaded extends Value | undefined>(key: string, load: () => Promise<Loaded>): Promise<Value | Loaded>;
  /** Invalidates a value; a running load won't be cached either. */
  invalidate(key: string): void;
}

interface LoadingCacheOptions<Value> {
  readonly maxBytes: number;
  /** Size of a value in bytes. A value larger than `maxBytes` isn't cached. */
  measure(value: Value): number;
}

export function createLoadingCache<Value extends object>(
  caches: Caches,
  { maxBytes, measure }: LoadingCacheOptions<Value>,
): LoadingCache<Value> {
  const entries = new LRUCache<string, Value>({
    maxSize: maxBytes,
    sizeCalculation: (value) => Math.max(1, measure(value)),
  });
  // Not the library's own `fetch`: it throws if a key is deleted while its load finds nothing.
  const loading = new Map<string, Promise<Value | undefined>>();

  async function loadAndStore<Loaded extends Value | undefined>(
    key: string,
    load: () => Promise<Loaded>,
  ): Promise<Loaded> {
    const promise = load();
    loading.set(key, promise);
    try {
      const value = await promise;
      // A value that was invalidated during its load goes only to the callers already waiting for it.
      if (value !== undefined && loading.get(key) === promise) entries.set(key, value);
      return value;
    } finally {
      if (loading.get(key) === promise) loading.delete(key);
    }
  }

  caches.register(() => {
    entries.clear();
    loading.clear();
  });
  return {
    get: async <Loaded extends Value | undefined>(key: string, load: () => Promise<Loaded>) =>
      // Only the load can return undefined, so its type allows it.
      entries.get(key) ?? ((loading.get(key) ?? loadAndStore(key, load)) as Promise<Value | Loaded>),
    invalidate(key) {
      entries.delete(key);
      loading.delete(key);
    },
  };
}
