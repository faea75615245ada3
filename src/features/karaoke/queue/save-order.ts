import type { WriteContext } from '#area/context.ts';
import type { KaraokeQueueRow } from '../tables.ts';
import { notifyOfQueue } from './notification.ts';
import { type Queue, readQueue } from './read-queue.ts';
import { deleteEntry, savePosition, saveStage } from './store.ts';

/** Stores who waits in this order, and who is on stage, then notifies everyone concerned (libraries rules K18 and K19). */
export function saveOrderAndNotify(
  context: WriteContext,
  before: Queue,
  { called, waiting }: Pick<Queue, 'called' | 'waiting'>,
): void {
  const { db, clock } = context;
  const now = clock.now();
  // The singer on stage leaves it first: only one can be there.
  for (const [index, { id }] of waiting.entries()) savePosition(db, id, index + 1);
  if (called) savePosition(db, called.id, 0);
  const isNew = called !== undefined && called.id !== before.called?.id;
  saveStage(db, { ...before.stage, touchedAt: now, ...(isNew && { calledAt: now }) });
  notifyOfQueue(context, { before, called, waiting });
}

/** Takes an entry off the queue. If it was on stage, the next one is called if `callsNext` is set. */
export function removeEntry(
  context: WriteContext,
  entry: KaraokeQueueRow,
  { callsNext = false }: { readonly callsNext?: boolean } = {},
): void {
  const before = readQueue(context);
  deleteEntry(context.db, entry.id);
  const rest = before.waiting.filter(({ id }) => id !== entry.id);
  const isOnStage = before.called?.id === entry.id;
  const [next, ...others] = rest;
  const after =
    isOnStage && callsNext
      ? { called: next, waiting: others }
      : { called: isOnStage ? undefined : before.called, waiting: rest };
  saveOrderAndNotify(context, before, after);
}
