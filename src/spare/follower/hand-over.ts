import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { SharedFolders } from '../server/file-list.ts';
import { HandoverEnded, HelloAnswer, protocolVersion, SteppedDown } from '../wire/messages.ts';
import type { Copy } from './copy.ts';
import type { ShowProgress } from './fetch-base.ts';
import { createFileFetching } from './fetch-files.ts';
import { createLogFetching } from './fetch-log.ts';
import { type Link, PeerDeclined, PeerSilent } from './link.ts';

/** The machine that takes over. */
export interface Successor {
  readonly generation: number;
  /** Its address once it serves. */
  readonly port: number;
  readonly isSecure: boolean;
  /** The name under which it has followed. */
  readonly machine: string;
  readonly folders: SharedFolders;
}

/** One attempt to take over from a server. */
export interface Handover {
  /** Fetches what's missing while the server serves. */
  catchUp(): Promise<void>;
  /** Makes the server step down, and fetches everything it had stored until then. */
  stepDown(): Promise<void>;
  /** Tells the server that this machine serves now. A server that doesn't hear this ends by itself later. */
  confirm(): Promise<void>;
  /** Tells the server that this machine won't serve under this generation. Returns whether the server serves. */
  giveBack(): Promise<boolean>;
}

/**
 * If fetching takes longer than this, missing files are counted once the copy is open, because passengers are waiting.
 */
const maxMillisecondsForFiles = 1_500;
const attempts = 3;
const pauseMilliseconds = 500;

/**
 * Opens a session for taking over from a server. If there's no copy because it has arrived already, only fetches files.
 * Throws PeerSilent if the server can't be reached, and PeerDeclined if it continues to serve.
 */
export async function startHandover(
  link: Link,
  copy: Copy | undefined,
  { generation, port, isSecure, machine, folders }: Successor,
  show: ShowProgress,
): Promise<Handover> {
  const question = {
    ask: 'hello',
    version: protocolVersion,
    port,
    isSecure,
    machine,
    generation: generation - 1,
  } as const;
  const { session } = (await link.ask(question, HelloAnswer)).head;
  let hasWholeLog = copy === undefined;
  const files = createFileFetching(link, folders, show, () => (hasWholeLog ? Number.POSITIVE_INFINITY : 0));
  const fetching = createLogFetching(link, session);

  async function fetchLog(): Promise<void> {
    while (copy) {
      const head = await fetching.fetchInto(copy);
      if (head.needsBase) throw new PeerDeclined('the copy is of another time than its log');
      if (head.isAtEnd) return;
    }
  }

  const end = async (hasSucceeded: boolean): Promise<boolean> =>
    (await link.ask({ ask: 'end-hand-over', session, generation, hasSucceeded }, HandoverEnded)).head.serves;

  return {
    async catchUp() {
      await fetchLog();
      await files.fetchChanges(session);
    },
    async stepDown() {
      const { head } = await link.ask({ ask: 'step-down', session, generation }, SteppedDown);
      await fetchLog();
      if (copy && head.end && (copy.place.log !== head.end.log || copy.place.offset < head.end.offset))
        throw new PeerDeclined('the last of its log did not arrive');
      hasWholeLog = true;
      await fetchLastFiles((late) => files.fetchChanges(session, late));
    },
    async confirm() {
      await end(true).catch(() => {});
    },
    async giveBack() {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        if (await end(false).catch(() => false)) return true;
        await delay(pauseMilliseconds);
      }
      return false;
    },
  };
}

async function fetchLastFiles(fetch: (late: AbortSignal) => Promise<void>): Promise<void> {
  const late = AbortSignal.timeout(maxMillisecondsForFiles);
  await Promise.race([fetch(late).catch((error: unknown) => assertUnreachable(error)), once(late, 'abort')]);
}

function assertUnreachable(error: unknown): void {
  if (!(error instanceof PeerSilent)) throw error;
}
