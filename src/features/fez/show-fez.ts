import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { type FoundFez, seesInside } from './find-fez.ts';
import { presentFez } from './present.ts';
import type { FezData } from './records.ts';
import { asReader } from './shared-inboxes.ts';
import { findReadingStates } from './store/readers.ts';

/** What of a fez is wanted in a reply. */
export interface Wishes {
  /** Members and numbers, for callers who see them (fez rule 9). */
  readonly members?: boolean | undefined;
}

/** Fezzes for a reply without posts. */
export function showFezzes(
  context: Context,
  caller: Caller,
  found: readonly FoundFez[],
  { members = false }: Wishes = {},
): FezData[] {
  const open = members ? found.filter(seesInside) : [];
  const fezIDs = open.map(({ fez }) => fez.id);
  const states = fezIDs.length > 0 ? findReadingStates(context.db, asReader(context, caller), fezIDs) : new Map();
  return found.map((one) => {
    const state = states.get(one.fez.id);
    return presentFez(context, caller, one, state && { state });
  });
}

/** One fez for a reply without posts. */
export function showFez(context: Context, caller: Caller, found: FoundFez, wishes?: Wishes): FezData {
  const [shown] = showFezzes(context, caller, [found], wishes);
  if (!shown) throw new Error('one fez was shown as none');
  return shown;
}
