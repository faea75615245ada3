import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Watch, type WatchOptions, watchTable } from '#db/watched-tables.ts';
import { createKeyedCache, type KeyedCache, loadObserver } from '#platform/limits/caches.ts';
import { type Context, createOncePerInstance } from './context.ts';

/**
 * Caches that can't go stale: each names the tables it reads, and a write to one of them, however it's made, drops what
 * it changes. Declare them at module level, so that the database is watched from the start.
 */

/** A table a cached value depends on: all of it, or certain columns. */
export type Source = SQLiteTable | WatchOptions;

const watch = (source: Source): Watch => watchTable('table' in source ? source : { table: source as SQLiteTable });

/**
 * Reports what `get` of another kind of cache returns to tests, which compare it with the tables that invalidate it.
 */
export function observeLoad<Value>(sources: readonly Source[], get: () => Value): Value {
  if (!loadObserver) return get();
  const value = loadObserver.load(sources, get);
  loadObserver.returned(sources, value);
  return value;
}

/** Caches one value until a row of its tables is written. */
export function cacheValue<Value>(
  sources: readonly Source[],
  load: (context: Context) => Value,
): (context: Context) => Value {
  const watches = sources.map(watch);
  const cacheOf = createOncePerInstance((context) => {
    let cached: { readonly value: Value } | undefined;
    const drop = () => {
      cached = undefined;
    };
    context.caches.register(drop);
    for (const one of watches) context.db.onWritten(one, drop);
    const get = () => {
      cached ??= { value: load(context) };
      return cached.value;
    };
    return () => observeLoad(sources, get);
  });
  return (context) => cacheOf(context)();
}

/**
 * Caches values by key until a row with that key is written; a source without a key column drops all of them. `keyOf`
 * returns the cache key of a row when it isn't what the key column holds.
 */
export function cacheByKey<Value extends object>(
  sources: readonly Source[],
  { max, keyOf = (key) => key }: { readonly max: number; readonly keyOf?: (written: string) => string },
): (context: Context) => KeyedCache<Value> {
  const watches = sources.map(watch);
  return createOncePerInstance(({ caches, db }) => {
    const cache = observeCache(sources, createKeyedCache<Value>(caches, max));
    for (const one of watches) {
      db.onWritten(one, (key) => (key === undefined ? cache.clear() : cache.invalidate(keyOf(key))));
    }
    return cache;
  });
}

function observeCache<Value>(sources: readonly Source[], cache: KeyedCache<Value>): KeyedCache<Value> {
  const observer = loadObserver;
  if (!observer) return cache;
  return {
    ...cache,
    get(key, load) {
      const value = cache.get(key, () => observer.load(sources, load));
      observer.returned(sources, value);
      return value;
    },
    getAll(keys, load) {
      const values = cache.getAll(keys, (missing) => observer.load(sources, () => [...load(missing)]));
      for (const value of values.values()) observer.returned(sources, value);
      return values;
    },
  };
}

/**
 * Increasing version numbers. A value derived at the current version is up to date; the highest of several versions
 * covers all of them.
 */
export type Version = number;

/** Shared by all versions, so that they can be compared with each other. */
let newestVersion: Version = 0;

/** The version of the current rows. */
export const getNewestVersion = (): Version => newestVersion;

/** Returns a number that increases when a row of these tables is written. */
export const createVersion = (sources: readonly Source[]): ((context: Context) => Version) =>
  cacheValue(sources, () => (newestVersion += 1));

/** A busy service writes fewer rows between two restarts. Beyond that, one write invalidates all versions. */
const maxKeys = 200_000;

/**
 * Returns a version number per key that increases when a row with this key is written. It counts writes, so it needs no
 * query. With `listConcerned`, a written key increases the version of everyone it concerns, computed at the next read:
 * a write then costs one step per concerned user, instead of every user checking every key at every read.
 */
export function createVersionByKey(
  sources: readonly Source[],
  listConcerned?: (context: Context, written: string) => readonly string[],
): (context: Context, key: string) => Version {
  const watches = sources.map(watch);
  const versionsOf = createOncePerInstance((context) => {
    const { caches, db } = context;
    const versions = new Map<string, Version>();
    const written = new Set<string>();
    // Differs from every other version.
    newestVersion += 1;
    let ofAll = newestVersion;
    const raise = (key?: string) => {
      newestVersion += 1;
      if (key !== undefined && versions.size < maxKeys) return void versions.set(key, newestVersion);
      versions.clear();
      written.clear();
      ofAll = newestVersion;
    };
    const record = (key?: string) => (key !== undefined && written.size < maxKeys ? void written.add(key) : raise());
    const raiseConcerned = (list: (context: Context, written: string) => readonly string[]) => {
      for (const key of written) for (const concerned of list(context, key)) raise(concerned);
      written.clear();
    };
    caches.register(() => raise());
    for (const one of watches) db.onWritten(one, listConcerned ? record : raise);
    return (key: string): Version => {
      if (listConcerned && written.size > 0) raiseConcerned(listConcerned);
      const version = versions.get(key) ?? ofAll;
      loadObserver?.returned(sources, version);
      return version;
    };
  });
  return (context, key) => versionsOf(context)(key);
}
