import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { LoggedEvent } from '#area/events.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { runInBatches } from '#platform/time/job-runner.ts';
import { hydratorsByKind } from './hydrators.ts';
import { deleteOldestEvents, insertEvent } from './store.ts';

/** The users that a frame concerns among those who listen to its topic. */
export interface Audience {
  /** The only users it may concern; absent means everyone. */
  readonly among?: ReadonlySet<string>;
  /** Whether it concerns this user. Called only for users with an open socket. */
  readonly concerns: (userID: string) => boolean;
}

/** A frame for open sockets. */
export interface Delivery extends Audience {
  /** Sockets listen to topics; each chat has its own. */
  readonly topic: string;
  readonly frame: object;
}

/** Returns the topic of sockets that request numbered frames. */
export const formatNumberedTopic = (topic: string): string => `${topic}#`;

/** Whether the user has an open socket on the topic, with or without sequence numbers. */
export const isListeningTo = ({ live }: Context, userID: string, topic: string): boolean =>
  live.isListening(userID, topic) || live.isListening(userID, formatNumberedTopic(topic));

/** Serializes a frame with its number. */
export const formatNumberedFrame = (frame: object, seq: number): string => JSON.stringify({ ...frame, seq });

/**
 * Stores an event in the event log for users who are away, and sends its frame after the commit (decisions 34 and 52).
 * Throws if no hydrator could rebuild the frame.
 */
export function deliver(context: WriteContext, delivery: Delivery, event: LoggedEvent): void {
  const id = storeEvent(context, event);
  context.db.afterCommit(() => send(context.instance, delivery, id));
}

/** Stores an event and returns its number. */
function storeEvent(context: WriteContext, event: LoggedEvent): number {
  const { topic, kind, subjectID, exceptUserID = null } = event;
  if (!hydratorsByKind(context).has(kind)) throw new Error(`no area has a hydrator for events of the kind ${kind}`);
  const recipients = event.recipients ? JSON.stringify(event.recipients) : null;
  const createdAt = context.clock.now();
  return insertEvent(context.db, { topic, kind, subjectID, recipients, exceptUserID, createdAt });
}

/**
 * Like `deliver`, with words that depend on the user: `frameFor` returns the user's frame, or undefined if the event
 * doesn't concern them. It's called after the commit, only for users with an open socket. Users who get the same object
 * share its rendering.
 */
export function deliverToEach(
  context: WriteContext,
  frameFor: (userID: string) => object | undefined,
  event: LoggedEvent,
): void {
  const id = storeEvent(context, event);
  const { live } = context.instance;
  context.db.afterCommit(() => {
    const sendToEach = (topic: string, render: (frame: object) => string) => {
      const renderOnce = computeOncePerObject(render);
      live.sendToListeners(topic, (userID) => {
        const frame = frameFor(userID);
        return frame && renderOnce(frame);
      });
    };
    sendToEach(event.topic, JSON.stringify);
    sendToEach(formatNumberedTopic(event.topic), (frame) => formatNumberedFrame(frame, id));
  });
}

/** Sends a frame that matters only now, and stores nothing. Inside a transaction, sends it after the commit. */
export function deliverOnce(context: Context, delivery: Delivery): void {
  context.db.afterCommit(() => send(context.instance, delivery, undefined));
}

/** Renders both forms of the frame once, however many sockets listen. */
function send(context: Context, { topic, frame, ...audience }: Delivery, seq: number | undefined): void {
  const plain = JSON.stringify(frame);
  const numbered = seq === undefined ? plain : formatNumberedFrame(frame, seq);
  sendText(context, topic, plain, audience);
  sendText(context, formatNumberedTopic(topic), numbered, audience);
}

/** Everyone on the ship listens to notifications, but most concern a few users, so those are looked up. */
function sendText({ live }: Context, topic: string, text: string, { among, concerns }: Audience): void {
  if (!among) live.sendToListeners(topic, (userID) => (concerns(userID) ? text : undefined));
  else {
    for (const userID of among) {
      if (live.isListening(userID, topic) && concerns(userID)) live.sendToUser(userID, topic, text);
    }
  }
}

/** One day, and an hour for clients that are reconnecting when it ends. */
const retentionMilliseconds = 25 * 60 * 60 * 1000;

/** Each batch blocks the service for a few milliseconds. */
const eventsPerBatch = 500;

/** Deletes events that clients can no longer request, and reports how many. */
export async function deleteOldEvents(context: Context, stopping: AbortSignal): Promise<string> {
  const before = new Date(context.clock.now().getTime() - retentionMilliseconds);
  const deleted = await runInBatches(stopping, () =>
    transact(context, ({ db }) => deleteOldestEvents(db, before, eventsPerBatch)),
  );
  return `${deleted} events deleted`;
}
