import type { SharedFolders } from '../box/file-list.ts';
import { Hello, SteppedDown, spokenVersion } from '../wire/messages.ts';
import type { Copy } from './copy.ts';
import type { ShowProgress } from './fetch-base.ts';
import { createFileFetching } from './fetch-files.ts';
import { createLogFetching, type LogFetching } from './fetch-log.ts';
import { type Link, PeerDeclined, PeerSilent } from './link.ts';

/** What becomes of the machine that takes over. */
export interface Successor {
  readonly generation: number;
  /** Where it will serve. */
  readonly port: number;
  readonly isSecure: boolean;
  /** Its name, under which it has followed. */
  readonly machine: string;
  readonly folders: SharedFolders;
}

/**
 * Makes the box step down for this machine, and fetches what it had stored until then, files included. Throws PeerSilent
 * where it cannot be reached, and PeerDeclined where it goes on serving; what has arrived until then is kept.
 */
export async function takeOver(
  link: Link,
  copy: Copy,
  { generation, port, isSecure, machine, folders }: Successor,
  show: ShowProgress,
): Promise<void> {
  const question = {
    ask: 'hello',
    version: spokenVersion,
    port,
    isSecure,
    machine,
    generation: generation - 1,
  } as const;
  const { head: hello } = await link.ask(question, Hello);
  const { session } = hello;
  let hasWholeLog = false;
  const files = createFileFetching(link, folders, show, () => (hasWholeLog ? Number.POSITIVE_INFINITY : 0));
  const fetching = createLogFetching(link, session);
  await fetchLog(fetching, copy);
  await files.fetchChanges(session);
  const { head } = await link.ask({ ask: 'step-down', session, generation }, SteppedDown);
  await fetchLog(fetching, copy);
  if (head.end && (copy.place.log !== head.end.log || copy.place.offset < head.end.offset))
    throw new PeerDeclined('the last of its log did not arrive');
  hasWholeLog = true;
  // It ends soon. What has not come by then is counted once the copy is open.
  await files.fetchChanges(session).catch((error: unknown) => assertSilence(error));
}

function assertSilence(error: unknown): void {
  if (!(error instanceof PeerSilent)) throw error;
}

async function fetchLog(fetching: LogFetching, copy: Copy): Promise<void> {
  for (;;) {
    const head = await fetching.fetchInto(copy);
    if (head.needsBase) throw new PeerDeclined('the copy is of another time than its log');
    if (head.isAtEnd) return;
  }
}
