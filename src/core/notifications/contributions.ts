import { type Context, createOncePerInstance } from '#context';
import type { Area } from '#contract/area.ts';
import type { CounterSource } from '#contract/counters.ts';
import type { EventHydrator } from '#contract/frames.ts';
import type { ReminderSource } from '#contract/reminders.ts';

/** What the areas give to notifications, which know none of them. */
interface Contributions {
  readonly counters: readonly CounterSource[];
  readonly reminders: readonly ReminderSource[];
  readonly frames: readonly EventHydrator[];
}

const contributionsHolder = createOncePerInstance((): { contributions?: Contributions } => ({}));

/** To be called by the composition root, which alone knows the areas, before the first call is answered. */
export function joinAreas(context: Context, areas: readonly Area<Context>[]): void {
  contributionsHolder(context).contributions = {
    counters: areas.flatMap(({ counters }) => counters?.(context) ?? []),
    reminders: areas.flatMap(({ reminders }) => reminders?.(context) ?? []),
    frames: areas.flatMap(({ frames }) => frames?.(context) ?? []),
  };
}

export function getContributions(context: Context): Contributions {
  const { contributions } = contributionsHolder(context);
  if (!contributions) throw new Error('the areas have not been joined to the notifications');
  return contributions;
}
