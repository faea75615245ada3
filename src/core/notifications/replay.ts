import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import type { Connection, SocketSession } from '#contract/socket.ts';
import { maySee, person } from '#core/users/index.ts';
import { numbered } from './deliver.ts';
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

function replay(context: Context, caller: Caller, topic: string, since: number, connection: Connection): void {
  const { newest, forgotten } = findPosition(context.db, caller.userID);
  const isTooLongAgo = since > 0 && since < forgotten;
  if (isTooLongAgo || since > newest) {
    connection.send(JSON.stringify({ resync: true, seq: newest }));
    return;
  }
  for (const { number, body, authorID } of findFramesAfter(context.db, caller.userID, topic, since)) {
    if (!mayHear(context, caller, authorID)) continue;
    // The text was made by `deliver` from an object.
    const frame = JSON.parse(body) as object;
    connection.send(JSON.stringify({ ...frame, seq: number }));
  }
}

/** People blocked since then are left out. */
function mayHear(context: Context, caller: Caller, authorID: string | null): boolean {
  const author = authorID === null ? undefined : person(context, authorID);
  return author === undefined || maySee(context, caller, author);
}
