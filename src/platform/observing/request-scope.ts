import { AsyncLocalStorage } from 'node:async_hooks';

/** The current request. */
export interface RequestScope {
  /** The caller's username, once known. */
  account?: string;
  /** Whether log lines may name neither the account nor the address of the request. */
  isConfidential?: boolean;
  /** When it had arrived completely and processing began, by `performance.now()`. */
  workStart?: number;
  /** Fields of every log line written meanwhile. */
  describe(): Readonly<Record<string, string>>;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs work as part of a request, including its asynchronous continuations. */
export const runInScope = <Parts extends unknown[], Result>(
  scope: RequestScope,
  work: (...parts: Parts) => Result,
  ...parts: Parts
): Result => storage.run(scope, work, ...parts);

/** Binds work that runs later to the current request. */
export const keepScope = <Part, Result>(work: (part: Part) => Result): ((part: Part) => Result) => {
  const scope = storage.getStore();
  return scope ? (part) => storage.run(scope, work, part) : work;
};

/** Adds the caller's account to the log from now on. */
export function nameAccount(username: string): void {
  const scope = storage.getStore();
  if (scope) scope.account = username;
}

/** Records that the request has arrived completely, so a slow sender doesn't count as a slow server. */
export function recordWorkStart(): void {
  const scope = storage.getStore();
  if (scope) scope.workStart = performance.now();
}

/** Returns the log fields of the current request; empty outside any. */
export const describeScope = (): Record<string, string> => ({ ...storage.getStore()?.describe() });
