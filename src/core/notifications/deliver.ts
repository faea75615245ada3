import type { Context } from '#context';
import type { FrameSubject } from '#contract/frames.ts';
import { inPieces } from '#platform/in-pieces.ts';
import { deleteOldestFrames, insertDeliveries, insertFrame } from './store.ts';

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
  readonly about?: FrameSubject;
}

/** The topic of those sockets that want their frames numbered. */
export const numbered = (topic: string): string => `${topic}#`;

/** Users with an open socket on the topic, whether they want numbers or not. */
export const listenersTo = ({ live }: Context, topic: string): Set<string> =>
  live.listeners(topic).union(live.listeners(numbered(topic)));

export const numberedFrame = (frame: object, seq: number): string => JSON.stringify({ ...frame, seq });

/**
 * Sends a frame once the transaction is safe; what is kept is noted in it, so that it is to be called inside the
 * transaction. A frame about nothing may be sent outside of one, which is at once.
 */
export function deliver(context: Context, { topic, frame, recipients, about }: Delivery): void {
  if (recipients.length === 0) return;
  const numbers = about && keep(context, topic, about, recipients);
  context.db.afterCommit(() => {
    const text = JSON.stringify(frame);
    for (const userID of recipients) {
      context.live.sendToUser(userID, topic, () => text);
      const seq = numbers?.get(userID);
      context.live.sendToUser(userID, numbered(topic), () => (seq === undefined ? text : numberedFrame(frame, seq)));
    }
  });
}

function keep(
  context: Context,
  topic: string,
  about: FrameSubject,
  recipients: readonly string[],
): Map<string, number> {
  const frameID = insertFrame(context.db, { topic, ...about, createdAt: context.clock.now() });
  return insertDeliveries(context.db, frameID, recipients);
}

/** A day, and an hour for clients that are on their way back when it ends. */
const keptMilliseconds = 25 * 60 * 60 * 1000;

/** A piece that keeps the service busy for some ten milliseconds; the frame that reaches it is the last of its piece. */
const deliveriesAtOnce = 1000;

/** Forgets what nobody can ask for any more. */
export async function forgetOldFrames(context: Context, stopping: AbortSignal): Promise<void> {
  const before = new Date(context.clock.now().getTime() - keptMilliseconds);
  const forgetSome = () => deleteOldestFrames(context.db, before, deliveriesAtOnce);
  await inPieces(stopping, () => context.db.transaction(forgetSome));
}
