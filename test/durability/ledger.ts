import assert from 'node:assert/strict';
import type { Reply } from '../support/client.ts';

/** The parts of a response that a ledger needs. */
export type WriteAnswer = Pick<Reply<unknown>, 'status' | 'reason' | 'headers'>;

/** A record of what the service has acknowledged: one value per key that can be read again. */
export interface Ledger {
  /** Sends a write and records its outcome. Throws if the connection breaks; the value may then be stored or not. */
  write(place: string, value: string | undefined, send: () => Promise<WriteAnswer>): Promise<void>;
  /** All keys that were written, or that a write was sent for. */
  places(): string[];
  /** Throws, with the key, unless each stored value is the last acknowledged one, or one that was in flight. */
  compare(stored: ReadonlyMap<string, string>): void;
  /**
   * Like `compare`, but the last acknowledged values may be lost: returns for how many milliseconds before `end` (on
   * the steady clock) acknowledged writes are missing, 0 if none are. Throws for a value that was never written.
   */
  findLoss(stored: ReadonlyMap<string, string>, end: number): number;
}

interface Entry {
  value: string | undefined;
  /** A write that was sent, without a response yet. */
  underway: { readonly value: string | undefined } | undefined;
  /** Every acknowledged value, and when. */
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
        // Marks the write in progress as ended, with or without success.
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
