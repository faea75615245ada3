import { cacheValue } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import type { Database } from '#db/open.ts';
import { type KaraokeQueueRow, type KaraokeStageRow, karaokeQueue, karaokeStage } from '../tables.ts';
import { queueFeatures } from './api.ts';
import { findStage, listEntries } from './store.ts';

/** The queue at one moment. */
export interface Queue {
  readonly stage: Omit<KaraokeStageRow, 'id'>;
  readonly called: KaraokeQueueRow | undefined;
  readonly waiting: readonly KaraokeQueueRow[];
}

/** Reads the queue; closed before it was first opened. */
export const readQueue = ({ db }: Pick<Context, 'db'>): Queue => toQueue(readStage(db), listEntries(db));

const readStage = (db: Database): Queue['stage'] =>
  findStage(db) ?? { isOpen: false, calledAt: null, touchedAt: new Date(0) };

const toQueue = (stage: Queue['stage'], entries: readonly KaraokeQueueRow[]): Queue => ({
  stage,
  called: entries.find(({ position }) => position === 0),
  waiting: entries.filter(({ position }) => position !== 0),
});

const getStage = cacheValue([karaokeStage], ({ db }) => readStage(db));
const getEntries = cacheValue([karaokeQueue], ({ db }): readonly KaraokeQueueRow[] => listEntries(db));

/** Returns the queue for those who look at it. */
export const getQueue = (context: Context): Queue => toQueue(getStage(context), getEntries(context));

/** Returns the entry of the account, for those who look at it. */
export const findOwnEntry = (context: Context, ownID: string): KaraokeQueueRow | undefined =>
  getEntries(context).find(({ userID }) => userID === ownID);

/** Whether the queue is off for the user. */
export const isQueueDisabled = (context: Context, user: Caller | undefined): boolean =>
  queueFeatures.some((feature) => isFeatureDisabled(context, user, feature));

/** Throws not-found if the entry isn't in the queue any more. */
export function getEntry(queue: Queue, id: number): KaraokeQueueRow {
  const entry = [...(queue.called ? [queue.called] : []), ...queue.waiting].find((one) => one.id === id);
  if (!entry) throw notFound('entry of the queue');
  return entry;
}
