import { type Context, createOncePerInstance } from '#area/context.ts';

/** When each account last called, in milliseconds since 1970. Bounded by the number of accounts. */
const lastCalls = createOncePerInstance((): Map<string, number> => new Map());

/** How long users count as present after a call. Users with an open socket are always present. */
export const presenceMilliseconds = 5 * 60_000;

/** Records that the account has called, but not which endpoint. */
export function recordCall(context: Context, userID: string): void {
  lastCalls(context).set(userID, context.clock.now().getTime());
}

/** An account and the time of its last call. */
export interface LastCall {
  readonly userID: string;
  readonly at: Date;
}

/** Lists the last call of each account since the service started recording them. */
export const listLastCalls = (context: Context): LastCall[] =>
  [...lastCalls(context)].map(([userID, at]) => ({ userID, at: new Date(at) }));

/** Restores the calls recorded by an earlier run of the service. */
export function restoreLastCalls(context: Context, calls: readonly LastCall[]): void {
  const known = lastCalls(context);
  for (const { userID, at } of calls) if (!known.has(userID)) known.set(userID, at.getTime());
}

/** Returns the ids of all present users. */
export function listPresentUserIDs(context: Context): Set<string> {
  const since = context.clock.now().getTime() - presenceMilliseconds;
  const callers = [...lastCalls(context)].flatMap(([userID, at]) => (at >= since ? [userID] : []));
  return new Set([...callers, ...context.live.userIDs()]);
}
