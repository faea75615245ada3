import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import type { FrameSubject } from '#contract/frames.ts';
import type { Connection, SocketSession } from '#contract/socket.ts';
import { contributionsOf } from './contributions.ts';
import { numbered, numberedFrame } from './deliver.ts';
import { findFramesAfter, findPosition } from './store.ts';

/**
 * The session of a socket that listens to one topic. With `since` its frames carry their number, and it first gets what
 * came after that number (decision 34).
 */
export function listenTo(context: Context, caller: Caller, topic: string, since: number | undefined): SocketSession {
  if (since === undefined) return { topics: [topic] };
  if (since < 0) throw malformed('since is not a number of frames');
  return {
    topics: [numbered(topic)],
    // The socket is listening already, and nothing can come in between: no frame is lost and none comes twice.
    opened: (connection) => replay(context, caller, topic, since, connection),
  };
}

/** More frames than this, or characters in them, nobody reads: whoever missed so much starts afresh. */
const mostFrames = 5000;
const mostCharacters = 4 * 1024 * 1024;

function replay(context: Context, caller: Caller, topic: string, since: number, connection: Connection): void {
  const { newest, forgotten } = findPosition(context.db, caller.userID);
  const isTooLongAgo = since > 0 && since < forgotten;
  const frames = isTooLongAgo || since > newest ? undefined : missedFrames(context, caller, topic, since);
  connection.sendAll(frames ?? [JSON.stringify({ resync: true, seq: newest })]);
}

/** What came after this number, oldest first; undefined when it is too much. */
function missedFrames(context: Context, caller: Caller, topic: string, since: number): string[] | undefined {
  const missed = findFramesAfter(context.db, caller.userID, topic, since, mostFrames + 1);
  if (missed.length > mostFrames) return undefined;
  const frames = remakeAll(context, caller, missed);
  const texts = missed.flatMap(({ number, kind, subjectID }) => {
    const frame = frames.get(kind)?.get(subjectID);
    return frame ? [numberedFrame(frame, number)] : [];
  });
  return texts.reduce((sum, { length }) => sum + length, 0) <= mostCharacters ? texts : undefined;
}

/** The frames as the caller may see them now, by kind and subject: of what was taken away meanwhile nothing comes back. */
function remakeAll(context: Context, caller: Caller, subjects: readonly FrameSubject[]) {
  const sources = new Map(contributionsOf(context).frames.map((source) => [source.kind, source]));
  const frames = new Map<string, ReadonlyMap<string, object>>();
  for (const [kind, ofKind] of Map.groupBy(subjects, (subject) => subject.kind)) {
    const remade = sources.get(kind)?.remake(
      caller,
      ofKind.map(({ subjectID }) => subjectID),
    );
    if (remade) frames.set(kind, remade);
  }
  return frames;
}
