import { type Context, createOncePerInstance } from '#area/context.ts';

/** When each account last called, in milliseconds since 1970; as many as there are accounts at most. */
const lastCalls = createOncePerInstance((): Map<string, number> => new Map());

/** Whoever called so recently is there, and so is everyone with an open socket. */
export const presentMilliseconds = 5 * 60_000;

/** Notes that the account has called; nothing of what it called. */
export function noteCall(context: Context, userID: string): void {
  lastCalls(context).set(userID, context.clock.now().getTime());
}

/** An account, and when it last called. */
export interface LastCall {
  readonly userID: string;
  readonly at: Date;
}

/** Everyone who has called since the service knows of it. */
export const listLastCalls = (context: Context): LastCall[] =>
  [...lastCalls(context)].map(([userID, at]) => ({ userID, at: new Date(at) }));

/** Takes over what an earlier run of the service knew. */
export function restoreLastCalls(context: Context, calls: readonly LastCall[]): void {
  const known = lastCalls(context);
  for (const { userID, at } of calls) if (!known.has(userID)) known.set(userID, at.getTime());
}

/** Ids of everyone who is there now. */
export function listPresentUserIDs(context: Context): Set<string> {
  const since = context.clock.now().getTime() - presentMilliseconds;
  const callers = [...lastCalls(context)].flatMap(([userID, at]) => (at >= since ? [userID] : []));
  return new Set([...callers, ...context.live.userIDs()]);
}
