import { AsyncLocalStorage } from 'node:async_hooks';

/** The request during which something happens. */
export interface RequestScope {
  /** Username of anyone who calls, once that is known. */
  account?: string;
  /** When all of it had come in and the work on it began, by `performance.now()`. */
  workBegan?: number;
  /** What is in every line of the log that is written meanwhile. */
  describe(): Readonly<Record<string, string>>;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs work as part of a request, with what it waits for. */
export const runInScope = <Parts extends unknown[], Result>(
  scope: RequestScope,
  work: (...parts: Parts) => Result,
  ...parts: Parts
): Result => storage.run(scope, work, ...parts);

/** Work that is handed over to run later, still on behalf of the request that goes on now. */
export const keepScope = <Part, Result>(work: (part: Part) => Result): ((part: Part) => Result) => {
  const scope = storage.getStore();
  return scope ? (part) => storage.run(scope, work, part) : work;
};

/** From now on the log names the account that calls. */
export function nameAccount(username: string): void {
  const scope = storage.getStore();
  if (scope) scope.account = username;
}

/** The request has come in whole: how long its sender took is no slowness of ours. */
export function noteWorkBegan(): void {
  const scope = storage.getStore();
  if (scope) scope.workBegan = performance.now();
}

/** What is to be said of the request that goes on now; nothing outside of any. */
export const describeScope = (): Record<string, string> => ({ ...storage.getStore()?.describe() });
