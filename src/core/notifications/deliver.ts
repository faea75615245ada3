import type { Context } from '#context';
import type { EventSubject } from '#contract/frames.ts';
import { runInBatches } from '#platform/in-pieces.ts';
import { deleteOldestEvents, insertDeliveries, insertEvent } from './store.ts';

/** A frame for some users' sockets. */
export interface Delivery {
  /** Sockets listen to topics; a chat's topic is its own. */
  readonly topic: string;
  readonly frame: object;
  readonly recipients: readonly string[];
  /**
   * The row that the frame announces: it is kept for those who are away, and made anew for them by the source of this
   * kind. Frames about nothing are worth something only now (decision 34).
   */
  readonly about?: EventSubject;
}

/** The topic of those sockets that want their frames numbered. */
export const numberTopic = (topic: string): string => `${topic}#`;

/** Users with an open socket on the topic, whether they want numbers or not. */
export const findListeners = ({ live }: Context, topic: string): Set<string> =>
  live.listeners(topic).union(live.listeners(numberTopic(topic)));

export const formatNumberedFrame = (frame: object, seq: number): string => JSON.stringify({ ...frame, seq });

/**
 * Sends a frame once the transaction is safe; what is kept is noted in it, so that it is to be called inside the
 * transaction. A frame about nothing may be sent outside of one, which is at once.
 */
export function deliver(context: Context, { topic, frame, recipients, about }: Delivery): void {
  if (recipients.length === 0) return;
  const numbers = about && storeEvent(context, topic, about, recipients);
  context.db.afterCommit(() => {
    const text = JSON.stringify(frame);
    for (const userID of recipients) {
      context.live.sendToUser(userID, topic, () => text);
      const seq = numbers?.get(userID);
      context.live.sendToUser(userID, numberTopic(topic), () =>
        seq === undefined ? text : formatNumberedFrame(frame, seq),
      );
    }
  });
}

function storeEvent(
  context: Context,
  topic: string,
  about: EventSubject,
  recipients: readonly string[],
): Map<string, number> {
  const frameID = insertEvent(context.db, { topic, ...about, createdAt: context.clock.now() });
  return insertDeliveries(context.db, frameID, recipients);
}

/** A day, and an hour for clients that are on their way back when it ends. */
const retentionMilliseconds = 25 * 60 * 60 * 1000;

/** A piece that keeps the service busy for some ten milliseconds; the frame that reaches it is the last of its piece. */
const deliveriesPerBatch = 1000;

/** Forgets what nobody can ask for any more. */
export async function deleteOldEvents(context: Context, stopping: AbortSignal): Promise<void> {
  const before = new Date(context.clock.now().getTime() - retentionMilliseconds);
  const forgetSome = () => deleteOldestEvents(context.db, before, deliveriesPerBatch);
  await runInBatches(stopping, () => context.db.transaction(forgetSome));
}
