import { METHOD_NAME_ALL, type Result, type Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * The library's router, which searches a tree for every request, with what it found remembered for the declared paths
 * that have no parameter: those are fixed, and most calls go to them. The library's quicker router takes no paths in
 * which a fixed segment and a parameter stand side by side.
 */
export class CachingRouter<Target> implements Router<Target> {
  readonly name = 'CachingRouter';
  readonly #tree = new TrieRouter<Target>();
  readonly #fixedPaths = new Set<string>();
  readonly #found = new Map<string, Result<Target>>();
  /** Of targets that respond; what is asked before each call is there for all methods, and has none. */
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
    // Methods come from outside; only those that some endpoint takes are worth remembering.
    if (found[0].length > 0) this.#found.set(key, found);
    return found;
  }

  #search(method: string, path: string): Result<Target> {
    const found = this.#tree.match(method, path);
    return found.length === 1 ? [this.#keepFirstPath(found[0])] : [this.#keepFirstPath(found[0]), found[1]];
  }

  /**
   * Leaves out paths that would be tried behind the one that responds, as `/fez/{id}` behind `/fez/types`: with more than
   * one target the library lets the call wait for promises.
   */
  #keepFirstPath<Found extends readonly [Target, unknown]>(targets: Found[]): Found[] {
    if (targets.length <= 1) return targets;
    const paths = targets.map(([target]) => this.#pathOf.get(target));
    const first = paths.find((path) => path !== undefined);
    return targets.filter((_, index) => paths[index] === undefined || paths[index] === first);
  }
}
