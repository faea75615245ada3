import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { type FezAccess, seesInside } from './access.ts';
import { presentFez } from './present.ts';
import { findReadingStates } from './reading/readers.ts';
import type { FezData } from './records.ts';
import { createReader } from './shared-inboxes.ts';

/** What of a fez is wanted in a response. */
export interface PresentOptions {
  /** Members and numbers, for callers who see them (fez rule 9). */
  readonly members?: boolean | undefined;
}

/** Fezzes for a response without posts. */
export function presentFezzes(
  context: Context,
  caller: Caller,
  found: readonly FezAccess[],
  { members = false }: PresentOptions = {},
): FezData[] {
  const open = members ? found.filter(seesInside) : [];
  const fezIDs = open.map(({ fez }) => fez.id);
  const states = fezIDs.length > 0 ? findReadingStates(context.db, createReader(context, caller), fezIDs) : new Map();
  return found.map((one) => {
    const state = states.get(one.fez.id);
    return presentFez(context, caller, one, state && { state });
  });
}

/** One fez for a response without posts. */
export function presentFezAfterChange(
  context: Context,
  caller: Caller,
  found: FezAccess,
  options?: PresentOptions,
): FezData {
  const [shown] = presentFezzes(context, caller, [found], options);
  if (!shown) throw new Error('one fez was shown as none');
  return shown;
}
