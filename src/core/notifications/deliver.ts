import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { LoggedEvent } from '#area/events.ts';
import { runInBatches } from '#platform/time/job-runner.ts';
import { hydratorsByKind } from './hydrators.ts';
import { deleteOldestEvents, insertEvent } from './store.ts';

/** Whom a frame concerns, of those who listen to its topic. */
export interface Audience {
  /** The only users whom it may concern; everyone when absent. */
  readonly among?: ReadonlySet<string>;
  /** Does it concern this one of them? Asked only of users with an open socket. */
  readonly concerns: (userID: string) => boolean;
}

/** A frame for open sockets. */
export interface Delivery extends Audience {
  /** Sockets listen to topics; a chat's topic is its own. */
  readonly topic: string;
  readonly frame: object;
}

/** The topic of those sockets that want their frames numbered. */
export const formatNumberedTopic = (topic: string): string => `${topic}#`;

/** Has the user an open socket on the topic, whether it wants numbers or not? */
export const listensTo = ({ live }: Context, userID: string, topic: string): boolean =>
  live.isListening(userID, topic) || live.isListening(userID, formatNumberedTopic(topic));

/** The text of a frame with its number. */
export const formatNumberedFrame = (frame: object, seq: number): string => JSON.stringify({ ...frame, seq });

/**
 * Stores an event in the event log, for those who are away, and sends its frame once the transaction is safe
 * (decisions 34 and 52). Throws if no hydrator could make that frame again.
 */
export function deliver(context: WriteContext, delivery: Delivery, event: LoggedEvent): void {
  const { topic, kind, subjectID, exceptUserID = null } = event;
  if (!hydratorsByKind(context).has(kind)) throw new Error(`no area has a hydrator for events of the kind ${kind}`);
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
function send(context: Context, { topic, frame, ...audience }: Delivery, seq: number | undefined): void {
  const plain = JSON.stringify(frame);
  const numbered = seq === undefined ? plain : formatNumberedFrame(frame, seq);
  sendText(context, topic, plain, audience);
  sendText(context, formatNumberedTopic(topic), numbered, audience);
}

/** The whole ship listens to notifications, and few of them concern more than some: those few are looked for. */
function sendText({ live }: Context, topic: string, text: string, { among, concerns }: Audience): void {
  if (!among) live.sendToListeners(topic, text, concerns);
  else {
    for (const userID of among) {
      if (live.isListening(userID, topic) && concerns(userID)) live.sendToUser(userID, topic, text);
    }
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
