import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { EventSubject } from '#area/events.ts';
import { runInBatches } from '#platform/job-runner.ts';
import { deleteOldestEvents, insertDeliveries, insertEvent } from './store.ts';

/** A frame for the sockets of some users. */
export interface Delivery {
  /** Sockets listen to topics; a chat's topic is its own. */
  readonly topic: string;
  readonly frame: object;
  /** Ids of users. */
  readonly recipients: readonly string[];
}

/** The topic of those sockets that want their frames numbered. */
export const formatNumberedTopic = (topic: string): string => `${topic}#`;

/** Ids of users with an open socket on the topic, whether they want numbers or not. */
export const findListeners = ({ live }: Context, topic: string): Set<string> =>
  live.listeners(topic).union(live.listeners(formatNumberedTopic(topic)));

/** The text of a frame with its number. */
export const formatNumberedFrame = (frame: object, seq: number): string => JSON.stringify({ ...frame, seq });

/**
 * Stores the event in the event log, for those who are away, and sends its frame once the transaction is safe
 * (decision 34).
 */
export function deliver(context: WriteContext, delivery: Delivery, subject: EventSubject): void {
  if (delivery.recipients.length === 0) return;
  const eventID = insertEvent(context.db, { topic: delivery.topic, ...subject, createdAt: context.clock.now() });
  const numbers = insertDeliveries(context.db, eventID, delivery.recipients);
  context.db.afterCommit(() => send(context, delivery, numbers));
}

/** Sends a frame that is of use only now, and stores nothing; inside of a transaction, once that is safe. */
export function deliverOnce(context: Context, delivery: Delivery): void {
  context.db.afterCommit(() => send(context, delivery, new Map()));
}

function send({ live }: Context, { topic, frame, recipients }: Delivery, numbers: ReadonlyMap<string, number>): void {
  const text = JSON.stringify(frame);
  for (const userID of recipients) {
    const seq = numbers.get(userID);
    live.sendToUser(userID, topic, () => text);
    live.sendToUser(userID, formatNumberedTopic(topic), () =>
      seq === undefined ? text : formatNumberedFrame(frame, seq),
    );
  }
}

/** A day, and an hour for clients that are on their way back when it ends. */
const retentionMilliseconds = 25 * 60 * 60 * 1000;

/** A batch keeps the service busy for some ten milliseconds; the event that reaches this number is its last. */
const deliveriesPerBatch = 1000;

/** Deletes events that no client can ask for any more. */
export async function deleteOldEvents(context: Context, stopping: AbortSignal): Promise<void> {
  const before = new Date(context.clock.now().getTime() - retentionMilliseconds);
  await runInBatches(stopping, () => transact(context, ({ db }) => deleteOldestEvents(db, before, deliveriesPerBatch)));
}
