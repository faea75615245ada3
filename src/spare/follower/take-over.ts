import { version } from '#platform/version.ts';
import { Hello, Piece, SteppedDown } from '../wire/messages.ts';
import type { Copy } from './copy.ts';
import { type Link, PeerDeclined } from './link.ts';

/**
 * Makes the box step down for this machine, which will serve at `port` under `generation`, and fetches what it had stored until then. Throws PeerSilent where it cannot be reached; what
 * has arrived until then is kept.
 */
export async function takeOver(
  link: Link,
  copy: Copy,
  { generation, port, isSecure }: { readonly generation: number; readonly port: number; readonly isSecure: boolean },
): Promise<void> {
  const question = { ask: 'hello', version, port, isSecure, generation: generation - 1 } as const;
  const { head: hello } = await link.ask(question, Hello);
  const { session } = hello;
  await fetchLog(link, session, copy);
  const { head } = await link.ask({ ask: 'step-down', session, generation }, SteppedDown);
  await fetchLog(link, session, copy);
  if (head.end && (copy.place.log !== head.end.log || copy.place.offset < head.end.offset))
    throw new PeerDeclined('the last of its log did not arrive');
}

async function fetchLog(link: Link, session: string, copy: Copy): Promise<void> {
  for (;;) {
    const { head, body } = await link.ask({ ask: 'log', session, place: copy.place }, Piece);
    if (head.needsBase) throw new PeerDeclined('the copy is of another time than its log');
    if (body.length > 0) copy.append(body);
    if (head.nextLog !== undefined) copy.endLog(head.nextLog);
    if (head.isAtEnd) return;
  }
}
