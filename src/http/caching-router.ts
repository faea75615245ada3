import { METHOD_NAME_ALL, type Result, type Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Hono's tree router, with a cache for the declared paths without parameters: their matches never change, and most
 * calls go to them. Hono's faster router doesn't support paths with a fixed segment and a parameter at the same
 * position.
 */
export class CachingRouter<Target> implements Router<Target> {
  readonly name = 'CachingRouter';
  readonly #tree = new TrieRouter<Target>();
  readonly #fixedPaths = new Set<string>();
  readonly #found = new Map<string, Result<Target>>();
  /** Matches for routes that respond; middleware for all methods isn't cached. */
  readonly #pathOf = new Map<Target, string>();

  add(method: string, path: string, target: Target): void {
    this.#tree.add(method, path, target);
    if (method !== METHOD_NAME_ALL) this.#pathOf.set(target, path);
    if (!/[:*]/.test(path)) this.#fixedPaths.add(path);
  }

  match(method: string, path: string): Result<Target> {
    if (!this.#fixedPaths.has(path)) return this.#search(method, path);
    const key = `${method} ${path}`;
    const before = this.#found.get(key);
    if (before) return before;
    const found = this.#search(method, path);
    // Clients choose the method, so only methods that some endpoint accepts are cached.
    if (found[0].length > 0) this.#found.set(key, found);
    return found;
  }

  #search(method: string, path: string): Result<Target> {
    const found = this.#tree.match(method, path);
    return found.length === 1 ? [this.#keepFirstPath(found[0])] : [this.#keepFirstPath(found[0]), found[1]];
  }

  /**
   * Drops fallback matches behind the one that responds, such as `/fez/{id}` behind `/fez/types`: with more than one
   * match Hono makes the call wait for promises.
   */
  #keepFirstPath<Found extends readonly [Target, unknown]>(targets: Found[]): Found[] {
    if (targets.length <= 1) return targets;
    const paths = targets.map(([target]) => this.#pathOf.get(target));
    const first = paths.find((path) => path !== undefined);
    return targets.filter((_, index) => paths[index] === undefined || paths[index] === first);
  }
}
