import { AppError, malformed } from '#contract/errors.ts';

/** A call that can safely be retried. */
export interface KeyedCall {
  readonly userID: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** A successful response, returned again to retries of the call (decision 35). */
export interface StoredResponse {
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; undefined for an empty response or one whose text wasn't stored. */
  readonly body: string | undefined;
  /** The call changed nothing, so its response isn't stored: a retry runs again. */
  readonly isBodyLeftOut: boolean;
}

/** A response to store. */
export type NewResponse = Omit<StoredResponse, 'isBodyLeftOut'>;

/** Stores responses; provided by the composition root. */
export interface IdempotencyStore {
  find(call: KeyedCall): StoredResponse | undefined;
  /** Stores the response in the transaction of its effect, whose context is passed in. */
  store(context: never, call: KeyedCall, response: NewResponse): void;
}

/** Reads the `Idempotency-Key` header. Throws 400 unless it's 1 to 255 visible characters. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw malformed('The Idempotency-Key must have 1 to 255 visible characters.');
}

/** Ensures that only one call with each key is carried out. */
export interface Idempotency {
  /** Carries the call out, or passes the stored response to `repeat`. */
  run<Result>(
    call: KeyedCall,
    carryOut: () => Promise<Result>,
    repeat: (stored: StoredResponse) => Result,
  ): Promise<Result>;
}

/** Why a key can't be used: it belongs to a different call, or to one that's still running. */
export class KeyInUse extends AppError {}

const keyReusedError = () =>
  new KeyInUse('keyReused', 'This Idempotency-Key was already used for a different request.');
const stillRunningError = () =>
  new KeyInUse('stillRunning', 'The first request with this Idempotency-Key is still in progress.');

export function createIdempotency(store: IdempotencyStore, timeoutMilliseconds: number): Idempotency {
  const underWay = new Map<string, { fingerprint: string; finished: Promise<unknown> }>();

  function findStored(call: KeyedCall): StoredResponse | undefined {
    const stored = store.find(call);
    if (stored && stored.fingerprint !== call.fingerprint) throw keyReusedError();
    return stored;
  }

  return {
    async run(call, carryOut, repeat) {
      const name = `${call.userID} ${call.key}`;
      const deadline = performance.now() + timeoutMilliseconds;
      for (let other = underWay.get(name); other; other = underWay.get(name)) {
        if (other.fingerprint !== call.fingerprint) throw keyReusedError();
        if (await settlesWithin(other.finished, deadline - performance.now())) continue;
        throw stillRunningError();
      }
      // Nothing waits between here and the entry in the map, so no other call can come between.
      const stored = findStored(call);
      if (stored && !stored.isBodyLeftOut) return repeat(stored);
      const finished = carryOut();
      underWay.set(name, { fingerprint: call.fingerprint, finished });
      try {
        return await finished;
      } finally {
        underWay.delete(name);
      }
    },
  };
}

async function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  // The first call's own caller handles its failure.
  const ended = work.then(
    () => true as const,
    () => true as const,
  );
  const inTime = await Promise.race([ended, timeout]);
  clearTimeout(timer);
  return inTime;
}
