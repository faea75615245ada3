import { type Context, createOncePerInstance } from '#area/context.ts';
import { findClockProblem } from './clock.ts';
import { readOwnDisks } from './disks.ts';
import { reportBlockedEventLoop } from './event-loop.ts';
import { watchDisks } from './low-disk.ts';
import { watchSpare } from './spare.ts';
import { findWriteProblem } from './storing.ts';

/** Checks whether the machine meets the service's needs. Each problem is logged when it begins and when it ends. */
export async function watchMachine(context: Context): Promise<void> {
  const { conditions } = context;
  reportMovedClock(context);
  reportBlockedEventLoop(context);
  const disks = await readOwnDisks(context);
  setCondition(context, 'storing', await findWriteProblem(context));
  watchDisks(context, disks);
  setCondition(context, 'odd-clock', findClockProblem(context));
  watchSpare(context);
  conditions.endUnmet();
}

function setCondition({ conditions }: Context, name: string, trouble: string | undefined): void {
  if (trouble === undefined) conditions.end(name);
  else conditions.begin(name, trouble);
}

/** Both clocks at the last check. */
const getLastClockReading = createOncePerInstance(
  (): { value?: { readonly wall: number; readonly steady: number } } => ({}),
);
const maxDriftMilliseconds = 60_000;

/** Logs when someone sets the clock, because times in the log jump there. */
function reportMovedClock(context: Context): void {
  const { clock, log } = context;
  const look = { wall: clock.now().getTime(), steady: clock.steadyNow() };
  const { value: last } = getLastClockReading(context);
  getLastClockReading(context).value = look;
  if (!last) return;
  const moved = look.wall - last.wall - (look.steady - last.steady);
  if (Math.abs(moved) < maxDriftMilliseconds) return;
  const seconds = Math.round(moved / 1000);
  log.warn(
    { seconds },
    `the clock of the machine was set ${seconds > 0 ? 'forward' : 'back'} by ${Math.abs(seconds)} s`,
  );
}
