import { type Context, createOncePerInstance } from '#area/context.ts';
import { conflict } from '#contract/errors.ts';

/** The operation that holds the schedule at the moment. */
interface Desk {
  current: { readonly what: string; readonly ended: Promise<unknown> } | undefined;
}

const deskOf = createOncePerInstance((): Desk => ({ current: undefined }));

/** Throws 409 with the name of the operation while one holds the schedule. */
export function assertDeskFree(context: Context): void {
  const { current } = deskOf(context);
  if (current) throw conflict('scheduleBusy', `${current.what} is under way: try again in a moment.`);
}

/** Runs `work` while holding the schedule exclusively. Throws 409 if another operation holds it. */
export function holdDesk<Result>(context: Context, what: string, work: () => Promise<Result>): Promise<Result> {
  assertDeskFree(context);
  const desk = deskOf(context);
  const ended = work().finally(() => {
    desk.current = undefined;
  });
  desk.current = { what, ended };
  return ended;
}

/** Like `holdDesk`, but waits until the schedule is free. */
export async function holdDeskWhenFree<Result>(
  context: Context,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let { current } = deskOf(context); current; { current } = deskOf(context)) await current.ended.catch(() => {});
  return holdDesk(context, what, work);
}
