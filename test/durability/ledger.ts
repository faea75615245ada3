import assert from 'node:assert/strict';

/** What the service has acknowledged: one value per place that can be read again. */
export interface Ledger {
  /** Sends a write and records what came of it. Throws when the connection breaks; the value may then be stored or not. */
  write(
    place: string,
    value: string | undefined,
    send: () => Promise<{ status: number; reason: string }>,
  ): Promise<void>;
  /** Everything that was written to, or tried to be. */
  places(): string[];
  /** Throws, naming the place, unless each place holds what was acknowledged last, or what was on its way. */
  compare(stored: ReadonlyMap<string, string>): void;
}

interface Entry {
  value: string | undefined;
  /** Sent, without a response yet. */
  underway: { readonly value: string | undefined } | undefined;
}

export function createLedger(): Ledger {
  const entries = new Map<string, Entry>();

  return {
    async write(place, value, send) {
      const entry = entries.get(place) ?? { value: undefined, underway: undefined };
      entries.set(place, entry);
      entry.underway = { value };
      const { status, reason } = await send();
      assert.ok(status < 300, `${place}: ${status} ${reason}`);
      entry.value = value;
      entry.underway = undefined;
    },
    places: () => [...entries.keys()],
    compare(stored) {
      for (const [place, entry] of entries) {
        const value = stored.get(place);
        const isUnderway = entry.underway !== undefined && value === entry.underway.value;
        assert.ok(value === entry.value || isUnderway, `${place}: acknowledged ${entry.value}, stored ${value}`);
        // What was on its way has come to an end, one way or the other.
        entries.set(place, { value, underway: undefined });
      }
    },
  };
}
