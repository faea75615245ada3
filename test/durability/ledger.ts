import assert from 'node:assert/strict';
import type { Reply } from '../support/client.ts';

/** The parts of a response that a ledger needs. */
export type WriteAnswer = Pick<Reply<unknown>, 'status' | 'reason' | 'headers'>;

/** What the service has acknowledged: one value per place that can be read again. */
export interface Ledger {
  /** Sends a write and records what came of it. Throws when the connection breaks; the value may then be stored or not. */
  write(place: string, value: string | undefined, send: () => Promise<WriteAnswer>): Promise<void>;
  /** Everything that was written to, or tried to be. */
  places(): string[];
  /** Throws, naming the place, unless each place holds what was acknowledged last, or what was on its way. */
  compare(stored: ReadonlyMap<string, string>): void;
  /**
   * As `compare`, where what was acknowledged last may be lost: gives for how many milliseconds before `end` (by the steady
   * clock) acknowledgements are missing, 0 where none is. Throws for a place that holds what it never held.
   */
  findLoss(stored: ReadonlyMap<string, string>, end: number): number;
}

interface Entry {
  value: string | undefined;
  /** Sent, without a response yet. */
  underway: { readonly value: string | undefined } | undefined;
  /** Every value that was acknowledged, and when. */
  readonly acknowledged: { readonly value: string | undefined; readonly at: number }[];
}

const beginEntry = (value: string | undefined): Entry => ({
  value,
  underway: undefined,
  acknowledged: [{ value, at: Number.NEGATIVE_INFINITY }],
});

export function createLedger(): Ledger {
  const entries = new Map<string, Entry>();

  return {
    async write(place, value, send) {
      const entry = entries.get(place) ?? beginEntry(undefined);
      entries.set(place, entry);
      entry.underway = { value };
      const { status, reason } = await send();
      assert.ok(status < 300, `${place}: ${status} ${reason}`);
      entry.value = value;
      entry.underway = undefined;
      entry.acknowledged.push({ value, at: performance.now() });
    },
    places: () => [...entries.keys()],
    compare(stored) {
      for (const [place, entry] of entries) {
        const value = stored.get(place);
        const isUnderway = entry.underway !== undefined && value === entry.underway.value;
        assert.ok(value === entry.value || isUnderway, `${place}: acknowledged ${entry.value}, stored ${value}`);
        // The write in progress has ended, with or without success.
        entries.set(place, beginEntry(value));
      }
    },
    findLoss(stored, end) {
      let loss = 0;
      for (const [place, entry] of entries) {
        const value = stored.get(place);
        const isKept = value === entry.value || (entry.underway !== undefined && value === entry.underway.value);
        if (!isKept) loss = Math.max(loss, end - findFirstLost(place, entry, value));
        entries.set(place, beginEntry(value));
      }
      return loss;
    },
  };
}

/** Returns the time of the first acknowledged write that is lost. */
function findFirstLost(place: string, { acknowledged }: Entry, stored: string | undefined): number {
  const kept = acknowledged.findLastIndex(({ value }) => value === stored);
  assert.ok(kept >= 0, `${place} holds ${stored}, which was never acknowledged there`);
  return acknowledged[kept + 1]?.at ?? Number.POSITIVE_INFINITY;
}
