import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { LoggedEvent } from '#area/events.ts';
import { runInBatches } from '#platform/job-runner.ts';
import { deleteOldestEvents, insertEvent } from './store.ts';

/** A frame for open sockets. */
export interface Delivery {
  /** Sockets listen to topics; a chat's topic is its own. */
  readonly topic: string;
  readonly frame: object;
  /** Is it for this user, who listens to the topic? Asked only of those who do. */
  readonly concerns: (userID: string) => boolean;
}

/** The topic of those sockets that want their frames numbered. */
export const formatNumberedTopic = (topic: string): string => `${topic}#`;

/** Ids of users with an open socket on the topic, whether they want numbers or not. */
export const findListeners = ({ live }: Context, topic: string): Set<string> =>
  live.listeners(topic).union(live.listeners(formatNumberedTopic(topic)));

/** The text of a frame with its number. */
export const formatNumberedFrame = (frame: object, seq: number): string => JSON.stringify({ ...frame, seq });

/**
 * Stores an event in the event log, for those who are away, and sends its frame once the transaction is safe
 * (decisions 34 and 52).
 */
export function deliver(context: WriteContext, delivery: Delivery, event: LoggedEvent): void {
  const { topic, kind, subjectID, exceptUserID = null } = event;
  const recipients = event.recipients ? JSON.stringify(event.recipients) : null;
  const createdAt = context.clock.now();
  const id = insertEvent(context.db, { topic, kind, subjectID, recipients, exceptUserID, createdAt });
  context.db.afterCommit(() => send(context.instance, delivery, id));
}

/** Sends a frame that is of use only now, and stores nothing; inside of a transaction, once that is safe. */
export function deliverOnce(context: Context, delivery: Delivery): void {
  context.db.afterCommit(() => send(context.instance, delivery, undefined));
}

/** Both forms of the frame are rendered once, however many listen. */
function send({ live }: Context, { topic, frame, concerns }: Delivery, seq: number | undefined): void {
  const plain = JSON.stringify(frame);
  const numbered = seq === undefined ? plain : formatNumberedFrame(frame, seq);
  for (const userID of live.listeners(topic)) if (concerns(userID)) live.sendToUser(userID, topic, plain);
  const numberedTopic = formatNumberedTopic(topic);
  for (const userID of live.listeners(numberedTopic)) {
    if (concerns(userID)) live.sendToUser(userID, numberedTopic, numbered);
  }
}

/** A day, and an hour for clients that are on their way back when it ends. */
const retentionMilliseconds = 25 * 60 * 60 * 1000;

/** A batch keeps the service busy for a few milliseconds. */
const eventsPerBatch = 500;

/** Deletes events that no client can ask for any more; says how many. */
export async function deleteOldEvents(context: Context, stopping: AbortSignal): Promise<string> {
  const before = new Date(context.clock.now().getTime() - retentionMilliseconds);
  const deleted = await runInBatches(stopping, () =>
    transact(context, ({ db }) => deleteOldestEvents(db, before, eventsPerBatch)),
  );
  return `${deleted} events deleted`;
}
