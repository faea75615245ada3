import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/time/clock.ts';
import type { LogPosition } from '../wal-frames.ts';
import type { FileList } from './file-list.ts';
import type { LogStream } from './log-messages.ts';

/** What the server knows of the spare that follows it. Each time a spare begins to follow is another session. */
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
  /** When it began, for people. */
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

/** The session of the spare that follows. */
export interface SessionKeeper {
  readonly current: Session | undefined;
  /** Replaces the session on offer. The current one goes on until the peer asks in the new one. */
  offer(session: Session): void;
  /** Returns the current session if it has this id. A session on offer begins here: the question proves that the peer got it. */
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
