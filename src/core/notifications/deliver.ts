import type { Context } from '#context';
import { deleteFramesBefore, deleteFramesSaying, insertDeliveries, insertFrame } from './store.ts';

/** A frame for some users' sockets. */
export interface Delivery {
  /** Sockets listen to topics; a chat's topic is its own. */
  readonly topic: string;
  readonly frame: object;
  readonly recipients: readonly string[];
  /** Somebody whose block hides the frame. */
  readonly authorID?: string;
  /** Announces a row and is kept for those who are away; other frames are worth something only now (decision 34). */
  readonly isKept: boolean;
}

/** The topic of those sockets that want their frames numbered. */
export const numbered = (topic: string): string => `${topic}#`;

/** Users with an open socket on the topic, whether they want numbers or not. */
export const listenersTo = ({ live }: Context, topic: string): Set<string> =>
  live.listeners(topic).union(live.listeners(numbered(topic)));

const numberedFrame = (frame: object, seq: number): string => JSON.stringify({ ...frame, seq });

/** Sends a frame once the transaction is safe; what is kept is stored in it. To be called inside the transaction. */
export function deliver(context: Context, { topic, frame, recipients, authorID, isKept }: Delivery): void {
  if (recipients.length === 0) return;
  const text = JSON.stringify(frame);
  const numbers = isKept ? keep(context, topic, text, recipients, authorID) : undefined;
  const { live } = context;
  context.db.afterCommit(() => {
    for (const userID of recipients) {
      live.sendToUser(userID, topic, text);
      const seq = numbers?.get(userID);
      live.sendToUser(userID, numbered(topic), seq === undefined ? text : numberedFrame(frame, seq));
    }
  });
}

function keep(
  context: Context,
  topic: string,
  body: string,
  recipients: readonly string[],
  authorID: string | undefined,
): Map<string, number> {
  const frameID = insertFrame(context.db, { topic, body, authorID: authorID ?? null, createdAt: context.clock.now() });
  return insertDeliveries(context.db, frameID, recipients);
}

/** A day, and an hour for clients that are on their way back when it ends. */
const keptMilliseconds = 25 * 60 * 60 * 1000;

export function forgetOldFrames(context: Context): void {
  const before = new Date(context.clock.now().getTime() - keptMilliseconds);
  context.db.transaction(() => deleteFramesBefore(context.db, before));
}

/**
 * Takes back what was kept of something that is no longer to be seen: whoever was away is not shown it. To be called
 * inside a transaction.
 */
export function withdraw(context: Context, topic: string, member: string, value: string | number): void {
  deleteFramesSaying(context.db, topic, member, value);
}
