/**
 * Keeps what takes long to fetch, up to a number of bytes in all; the least recently used makes room. Unlike the caches
 * of rows, its values come from outside of the database and have sizes that differ by thousands.
 */
export interface ByteCache<Value> {
  /** The value under this key, or what `load` gives. Those who ask while it is loading wait for the same load. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  /** Forgets a value; one that is being loaded at this moment will not be kept either. */
  drop(key: string): void;
  clear(): void;
}

export interface ByteCacheLimits<Value> {
  readonly maxBytes: number;
  /** Bytes that a value takes; undefined for one that is not to be kept. */
  weigh(value: Value): number | undefined;
}

export function createByteCache<Value>({ maxBytes, weigh }: ByteCacheLimits<Value>): ByteCache<Value> {
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  const loading = new Map<string, Promise<Value>>();
  let bytesKept = 0;

  function forget(key: string): void {
    bytesKept -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  function keep(key: string, value: Value): void {
    const bytes = weigh(value);
    if (bytes === undefined || bytes > maxBytes) return;
    for (const oldest of kept.keys()) {
      if (bytesKept + bytes <= maxBytes) break;
      forget(oldest);
    }
    kept.set(key, { value, bytes });
    bytesKept += bytes;
  }

  async function loadOnce(key: string, load: () => Promise<Value>): Promise<Value> {
    const underWay = load();
    loading.set(key, underWay);
    // What was dropped while it was loading may be out of date already.
    const isCurrent = () => loading.get(key) === underWay;
    try {
      const value = await underWay;
      if (isCurrent()) keep(key, value);
      return value;
    } finally {
      if (isCurrent()) loading.delete(key);
    }
  }

  return {
    async get(key, load) {
      const held = kept.get(key);
      if (!held) return loading.get(key) ?? loadOnce(key, load);
      kept.delete(key);
      kept.set(key, held);
      return held.value;
    },
    drop(key) {
      loading.delete(key);
      forget(key);
    },
    clear() {
      loading.clear();
      kept.clear();
      bytesKept = 0;
    },
  };
}
