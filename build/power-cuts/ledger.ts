import assert from 'node:assert/strict';
import type { WriteAnswer } from '../../test/durability/ledger.ts';

/** The intended value for a key; undefined if it was deleted. */
export type Value = string | undefined;

interface Write {
  readonly sentAt: number;
  /** The value is unknown until a response contains it. */
  value: Value | 'unknown';
  /** When the writer got the response, and which request wrote the value, if it wasn't a command. */
  acknowledged?: { readonly at: number; readonly requestID?: string };
}

/** When each request was answered, by its id. Without a trace, the writers' own clocks determine this. */
export type Answers = ReadonlyMap<string, number> | undefined;

/** All writes sent to the service, by keys that can be read again. Each key has one writer. */
export interface Ledger {
  /** Sends a write and records its outcome. */
  write(place: string, value: Value, send: () => Promise<WriteAnswer>): Promise<void>;
  /** Sends a request that changes several values, or whose response determines the value. */
  writeAll<Answer extends WriteAnswer>(
    places: readonly string[],
    send: () => Promise<Answer>,
    readValues: (answer: Answer) => Promise<ReadonlyMap<string, Value>> | ReadonlyMap<string, Value>,
  ): Promise<void>;
  /** Runs a command that writes a value. */
  writeByCommand(place: string, value: Value, run: () => Promise<void>): Promise<void>;
  places(): string[];
  /**
   * Finds what is wrong with the stored values after a power cut at a moment; `answers` says when each request was
   * answered. What was deleted within `deletionLag` microseconds before it may still be there.
   */
  compare(stored: ReadonlyMap<string, string>, moment: number, answers: Answers, deletionLag?: number): string[];
  /** How many writes were acknowledged before that moment. */
  countAcknowledged(moment: number, answers: Answers): number;
  /** When the first write to one of these keys had waited for `microseconds`; undefined if none waited that long. */
  findFirstDelay(places: RegExp, microseconds: number): number | undefined;
}

/** Returns microseconds since 1970. */
export const readClock = (): number => Math.ceil((performance.timeOrigin + performance.now()) * 1000);

export function createLedger(): Ledger {
  const writes = new Map<string, Write[]>();

  function begin(place: string, value: Write['value']): Write {
    const write: Write = { value, sentAt: readClock() };
    const known = writes.get(place);
    if (known) known.push(write);
    else writes.set(place, [write]);
    return write;
  }

  function assertWritten(place: string, { status, reason, headers }: WriteAnswer): Write['acknowledged'] {
    assert.ok(status < 300, `${place}: ${status} ${reason}`);
    return { at: readClock(), requestID: headers.get('x-request-id') ?? '' };
  }

  return {
    async write(place, value, send) {
      const write = begin(place, value);
      write.acknowledged = assertWritten(place, await send());
    },
    async writeAll(places, send, readValues) {
      const begun = new Map(places.map((place) => [place, begin(place, 'unknown')]));
      const answer = await send();
      const acknowledged = assertWritten(places.join(), answer);
      for (const [place, value] of await readValues(answer)) {
        const write = begun.get(place) ?? begin(place, value);
        Object.assign(write, { value, acknowledged });
      }
    },
    async writeByCommand(place, value, run) {
      const write = begin(place, value);
      await run();
      write.acknowledged = { at: readClock() };
    },
    places: () => [...writes.keys()],
    compare(stored, moment, answers, deletionLag = 0) {
      return [...writes].flatMap(([place, history]) => {
        const last = history.findLastIndex((write) => isAcknowledged(write, moment, answers));
        const final = history[last];
        const mayLinger = final && final.value === undefined && !isAcknowledged(final, moment - deletionLag, answers);
        const before = mayLinger ? history.slice(last - 1, last) : [];
        // A write in flight may be stored or not.
        const allowed = [...before, final ?? { value: undefined }, ...history.slice(last + 1, last + 2)];
        if (allowed.some(({ value }) => value === 'unknown' || value === stored.get(place))) return [];
        return [`${place} holds ${stored.get(place)}, not ${allowed.map(({ value }) => value).join(' or ')}`];
      });
    },
    countAcknowledged: (moment, answers) =>
      [...writes.values()].flat().filter((write) => isAcknowledged(write, moment, answers)).length,
    findFirstDelay(places, microseconds) {
      const delayed = [...writes]
        .filter(([place]) => places.test(place))
        .flatMap(([, history]) => history)
        .filter(({ sentAt, acknowledged }) => (acknowledged?.at ?? readClock()) - sentAt > microseconds)
        .map(({ sentAt }) => sentAt + microseconds);
      return delayed.length === 0 ? undefined : Math.min(...delayed);
    },
  };
}

function isAcknowledged({ acknowledged }: Write, moment: number, answers: Answers): boolean {
  if (!acknowledged) return false;
  const { requestID, at } = acknowledged;
  const answeredAt = answers && requestID !== undefined ? answers.get(requestID) : at;
  assert.ok(answeredAt !== undefined, 'an answer is not in the trace');
  return answeredAt <= moment;
}
