import { type Context, createOncePerInstance } from '#area/context.ts';
import { conflict } from '#contract/errors.ts';

/** What is done to the schedule at this moment. */
interface Desk {
  current: { readonly what: string; readonly ended: Promise<unknown> } | undefined;
}

const deskOf = createOncePerInstance((): Desk => ({ current: undefined }));

/** Throws 409, saying what is under way, while anyone works on the schedule. */
export function assertDeskFree(context: Context): void {
  const { current } = deskOf(context);
  if (current) throw conflict(`${current.what} is under way: try again in a moment.`);
}

/** Works on the schedule alone: of two who begin at once the second is told so with a 409. */
export function holdDesk<Result>(context: Context, what: string, work: () => Promise<Result>): Promise<Result> {
  assertDeskFree(context);
  const desk = deskOf(context);
  const ended = work().finally(() => {
    desk.current = undefined;
  });
  desk.current = { what, ended };
  return ended;
}

/** As `holdDesk`, for someone who can wait. */
export async function holdDeskWhenFree<Result>(
  context: Context,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let { current } = deskOf(context); current; { current } = deskOf(context)) await current.ended.catch(() => {});
  return holdDesk(context, what, work);
}
