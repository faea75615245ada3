import { listAreas } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import type { EventSubject } from '#area/events.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import type { Connection, SocketSession } from '#contract/socket.ts';
import { formatNumberedFrame, formatNumberedTopic } from './deliver.ts';
import { hydratorsByKind } from './hydrators.ts';
import { notificationTopic } from './notify.ts';
import { findEventRange, findEventsAfter } from './store.ts';

/**
 * Opens the session of a socket that listens to these topics. With `since`, its frames are numbered, and it first gets the
 * frames after that number (decision 34). Throws 400 if it's negative.
 */
export function openTopicSession(
  context: Context,
  caller: Caller,
  topics: readonly string[],
  since: number | undefined,
): SocketSession {
  if (since === undefined) return { topics };
  if (since < 0) throw malformed('The field since must not be negative.', 'invalidQuery');
  return {
    topics: topics.map(formatNumberedTopic),
    // The socket is listening already and nothing can come in between, so frames are neither lost nor duplicated.
    opened: (connection) => replay(context, caller, listTopics(context, caller, topics), since, connection),
  };
}

/** Returns all topics of the user for a notification socket, and just its own topics for any other socket. */
function listTopics(context: Context, caller: Caller, topics: readonly string[]): readonly string[] {
  if (!topics.includes(notificationTopic)) return topics;
  const ofAreas = listAreas(context).flatMap(({ topics }) => topics?.(context)(caller) ?? []);
  return [notificationTopic, ...ofAreas];
}

/** Clients that missed more must resync (decision 52). */
const maxEvents = 500;

function replay(
  context: Context,
  caller: Caller,
  topics: readonly string[],
  since: number,
  connection: Connection,
): void {
  const { newest, oldest } = findEventRange(context.db);
  const isTooLongAgo = since > 0 && since < oldest - 1;
  const frames = isTooLongAgo || since > newest ? undefined : findMissedFrames(context, caller, topics, since);
  connection.sendAll(frames ?? [JSON.stringify({ resync: true, seq: newest })]);
}

/** Returns the frames of events after this number, oldest first; undefined if there are too many. */
function findMissedFrames(
  context: Context,
  caller: Caller,
  topics: readonly string[],
  since: number,
): string[] | undefined {
  const missed = findEventsAfter(context.db, { userID: caller.userID, topics, after: since, max: maxEvents + 1 });
  if (missed.length > maxEvents) return undefined;
  const frames = hydrateAll(context, caller, missed);
  return missed.flatMap(({ id, kind, subjectID }) => {
    const frame = frames.get(kind)?.get(subjectID);
    return frame ? [formatNumberedFrame(frame, id)] : [];
  });
}

/** Returns the frames as the caller may see them now, by kind and subject. Deleted subjects are missing. */
function hydrateAll(context: Context, caller: Caller, subjects: readonly EventSubject[]) {
  const frames = new Map<string, ReadonlyMap<string, object>>();
  for (const [kind, ofKind] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const hydrated = hydratorsByKind(context)
      .get(kind)
      ?.hydrate(
        caller,
        ofKind.map(({ subjectID }) => subjectID),
      );
    if (hydrated) frames.set(kind, hydrated);
  }
  return frames;
}
