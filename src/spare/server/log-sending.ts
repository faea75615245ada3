import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#db/open.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { LogPosition } from '../wal-frames.ts';
import type { LinkAnswer } from '../wire/link-server.ts';
import type { LogChunkMessage } from '../wire/messages.ts';
import { createLag } from './lag.ts';
import { compressLog, type LogMessage, readSendableLog } from './log-messages.ts';
import type { LogSource } from './log-source.ts';
import type { Session } from './session.ts';
import type { SpareWait } from './waiting.ts';

/** Sends the log. */
export interface LogSending {
  /** Reads the log to its end, and updates how much waiting responses need. */
  follow(): LogPosition | undefined;
  /**
   * Returns the log after a position, which is on the spare's disk. Waits for something to send, at most a second,
   * while
   * `goesOn` returns true. Rows are sent after the files they refer to.
   */
  send(place: LogPosition, asking: Session, goesOn: () => boolean): Promise<LinkAnswer>;
  /** Checks again what may be sent, after files were confirmed. */
  lookAgain(): void;
  /** How long the oldest commit missing on the spare's disk has waited, in milliseconds. */
  lagMilliseconds(): number;
}

/** A request for more of the log is answered after this long even if there's nothing. */
export const pollMilliseconds = 1_000;
/** Commands commit without notice, so the log is checked this often. */
const checkMilliseconds = 100;
/** Commits within this time share one message, which costs the server little more than one commit. */
const batchMilliseconds = 50;

/** The server waits for a spare that lags less than this; on a busy ship it never has everything that is committed. */
const closeMilliseconds = 500;

/** Dependencies of sending the log. */
export interface LogSendingParts {
  readonly db: Database;
  readonly source: LogSource;
  readonly waiting: SpareWait;
  /** Whether responses wait for the spare. */
  readonly waits: boolean;
  readonly clock: Clock;
}

/** Sends the log of a database as it grows. */
export function createLogSending({ db, source, waiting, waits, clock }: LogSendingParts): LogSending {
  const lag = createLag();
  let newestCommit = 0;
  /** In milliseconds of the steady clock. */
  let sentAllAt = Number.NEGATIVE_INFINITY;
  const wakeSignal = createWakeSignal();

  db.onCommit(() => {
    newestCommit = clock.now().getTime();
    wakeSignal.ringSoon();
  });

  function follow(): LogPosition | undefined {
    const end = source.follow();
    waiting.recordCommitted(source.total);
    lag.recordCommitted(source.total);
    return end;
  }

  /** Collects commits, unless responses wait for them or the spare still has to catch up. */
  async function gather(): Promise<void> {
    const rest = sentAllAt + batchMilliseconds - performance.now();
    if (!waits && rest > 0) await delay(rest).then(follow);
  }

  const read = (place: LogPosition) => readSendableLog(source, waiting, place);

  async function findNext(place: LogPosition, asking: Session, goesOn: () => boolean): Promise<LogMessage | undefined> {
    const end = performance.now() + pollMilliseconds;
    for (;;) {
      const piece = read(place);
      const isEmpty = piece?.bytes.length === 0 && piece.nextLog === undefined;
      if (!isEmpty || performance.now() >= end || !goesOn()) return piece && compressLog(piece, place, asking, read);
      await wakeSignal.wait(checkMilliseconds);
      follow();
    }
  }

  function confirm(place: LogPosition, asking: Session): void {
    const behind = source.countAfter(place);
    if (behind === undefined) return;
    asking.safe = place;
    lag.recordConfirmed(source.total - behind);
    waiting.confirmBytes(source.total - behind, waits && lag.milliseconds() < closeMilliseconds);
  }

  return {
    follow,
    lookAgain: wakeSignal.ring,
    lagMilliseconds: lag.milliseconds,
    async send(place, asking, goesOn) {
      asking.isTakingBase = false;
      follow();
      confirm(place, asking);
      if (goesOn()) await gather();
      const message = await findNext(place, asking, goesOn);
      const { bytes = 0, beginsStream = false, nextLog, end, compressed = Buffer.alloc(0) } = message ?? {};
      const isAtEnd = end !== undefined && nextLog === undefined && source.countAfter(end) === 0;
      if (isAtEnd) {
        lag.recordSentAll();
        sentAllAt = performance.now();
      }
      const now = clock.now().getTime();
      const head: LogChunkMessage = { needsBase: !message, bytes, beginsStream, nextLog, isAtEnd, now, newestCommit };
      return { head, body: compressed };
    },
  };
}

/** Wakes the waiting request, if there is one. */
interface WakeSignal {
  ring(): void;
  /** Calls back after the current turn of the event loop, once for everything that happens in it. */
  ringSoon(): void;
  wait(maxMilliseconds: number): Promise<void>;
}

function createWakeSignal(): WakeSignal {
  let wake: (() => void) | undefined;
  return {
    ring: () => wake?.(),
    ringSoon() {
      if (wake) setImmediate(wake);
    },
    async wait(maxMilliseconds) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxMilliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
    },
  };
}
