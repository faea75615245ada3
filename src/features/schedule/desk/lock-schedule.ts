import { type Context, createOncePerInstance } from '#area/context.ts';
import { conflict } from '#contract/errors.ts';

/** The operation that holds the schedule at the moment. */
interface ScheduleLock {
  current: { readonly what: string; readonly ended: Promise<unknown> } | undefined;
}

const getLock = createOncePerInstance((): ScheduleLock => ({ current: undefined }));

/** Throws 409 with the name of the operation while one holds the schedule. */
export function assertScheduleUnlocked(context: Context): void {
  const { current } = getLock(context);
  if (current) throw conflict('scheduleBusy', `${current.what} is in progress: try again in a moment.`);
}

/** Runs `work` while holding the schedule exclusively. Throws 409 if another operation holds it. */
export function lockSchedule<Result>(context: Context, what: string, work: () => Promise<Result>): Promise<Result> {
  assertScheduleUnlocked(context);
  const desk = getLock(context);
  const ended = work().finally(() => {
    desk.current = undefined;
  });
  desk.current = { what, ended };
  return ended;
}

/** Like `lockSchedule`, but waits until the schedule is free. */
export async function lockScheduleWhenFree<Result>(
  context: Context,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let { current } = getLock(context); current; { current } = getLock(context)) await current.ended.catch(() => {});
  return lockSchedule(context, what, work);
}
