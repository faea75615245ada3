import type { Result, Router } from 'hono/router';
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

  add(method: string, path: string, target: Target): void {
    this.#tree.add(method, path, target);
    if (!/[:*]/.test(path)) this.#fixedPaths.add(path);
  }

  match(method: string, path: string): Result<Target> {
    if (!this.#fixedPaths.has(path)) return this.#tree.match(method, path);
    const key = `${method} ${path}`;
    const before = this.#found.get(key);
    if (before) return before;
    const found = this.#tree.match(method, path);
    // Methods come from outside; only those that some endpoint takes are worth remembering.
    if (found[0].length > 0) this.#found.set(key, found);
    return found;
  }
}
