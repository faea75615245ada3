import assert from 'node:assert/strict';

/** What the service has acknowledged: one value per place that can be read again. */
export interface Ledger {
  /** Sends a write and notes what came of it. Throws when the connection breaks; the value may then be stored or not. */
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
  /** Sent and not answered. */
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
        const found = stored.get(place);
        const isUnderway = entry.underway !== undefined && found === entry.underway.value;
        assert.ok(found === entry.value || isUnderway, `${place}: acknowledged ${entry.value}, stored ${found}`);
        // What was on its way has come to an end, one way or the other.
        entries.set(place, { value: found, underway: undefined });
      }
    },
  };
}
