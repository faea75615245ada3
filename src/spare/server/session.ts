import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/time/clock.ts';
import type { LogPosition } from '../wal-frames.ts';
import type { FileList } from './file-list.ts';
import type { LogStream } from './log-messages.ts';

/** What the server knows of the attached spare. Each time a spare attaches, a new session begins. */
export interface Session {
  readonly id: string;
  readonly files: FileList;
  /** The spare's address once it serves. */
  readonly peer: string;
  /** Identifies the machine, whatever address it has. */
  readonly machine: string;
  /** What's safe on the spare's disk; undefined while it copies the whole database. */
  safe: LogPosition | undefined;
  /** The stream that the log is sent in. */
  stream: LogStream | undefined;
  /** While the database is compared, nothing may be checkpointed into it. */
  isTakingBase: boolean;
  /** Files the spare reports missing; undefined while it compares them. */
  filesMissing: number | undefined;
  /** How many saved files the last listing included. */
  listedFiles: number;
  /** Whether the server has stepped down for the spare: nothing changes any more. */
  hasSteppedDown: boolean;
  /** When the spare last asked, by the monotonic clock in milliseconds. */
  seenAt: number;
  /** When it began, to show to people. */
  readonly since: Date;
}

/** A new session. */
export const createSession = (files: FileList, who: Pick<Session, 'peer' | 'machine'>, clock: Clock): Session => ({
  id: randomUUID(),
  files,
  ...who,
  safe: undefined,
  stream: undefined,
  isTakingBase: false,
  filesMissing: undefined,
  listedFiles: 0,
  hasSteppedDown: false,
  seenAt: clock.steadyNow(),
  since: new Date(),
});

/** The session with the spare that is attached, and the next one while it's only offered. */
export interface SessionKeeper {
  readonly current: Session | undefined;
  /** Offers another session. The current one continues until the peer asks a question in the new one. */
  offer(session: Session): void;
  /**
   * Returns the current session if it has this id. An offered session begins with the first question, which proves that
   * the peer has received the offer.
   */
  find(id: string): Session | undefined;
}

/** Keeps track of sessions, and calls `onBegun` when one begins. */
export function keepSessions(onBegun: (session: Session, before: Session | undefined) => void): SessionKeeper {
  let current: Session | undefined;
  let offered: Session | undefined;
  return {
    get current() {
      return current;
    },
    offer(session) {
      offered = session;
    },
    find(id) {
      if (offered?.id === id) {
        const before = current;
        [current, offered] = [offered, undefined];
        before?.stream?.compressor.close();
        onBegun(current, before);
      }
      return current?.id === id ? current : undefined;
    },
  };
}
