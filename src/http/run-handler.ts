import type { Caller } from '#contract/access.ts';
import type { Call, Endpoint } from '#contract/endpoint.ts';
import { isStepRefused } from '#contract/low-disk.ts';
import { EndpointResponse } from '#contract/response.ts';
import { assertAllowed, type ClaimedIdentity, findByToken, type Identity, unauthenticated } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { toStoredResponse } from './build-response.ts';
import { describeTrouble, isMachineTrouble } from './error-response.ts';
import type { KeyedCall } from './idempotency.ts';
import type { ServerPorts } from './ports.ts';
import type { Route } from './route-table.ts';

/** Most calls wait for nothing and run synchronously, because every promise in between is expensive. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Passes a value to `next`, synchronously if it's no promise. */
export function then<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Copies the caller for a call that may wait, so a recheck can update it. */
export function copyCaller({ caller }: Identity): Caller | undefined {
  return caller && { ...caller };
}

/**
 * Identifies the caller again, since the account may have been banned, logged out, demoted or quarantined while the
 * body arrived or something was awaited. Updates the call's caller; throws 401, 403 or 451.
 */
export function createIdentityRecheck(
  caller: Caller | undefined,
  claim: ClaimedIdentity,
  route: Route,
  ports: ServerPorts,
): () => void {
  return () => {
    const current = findCurrentCaller(caller, claim, route, ports);
    // The handler holds this very object. Calls that only read have no copy, and wait for nothing.
    if (caller && current && route.method !== 'GET') Object.assign(caller, current);
  };
}

/** Returns the current caller after a wait. Throws 401, 403 or 451 if they may no longer make the call. */
export function findCurrentCaller(
  caller: Caller | undefined,
  claim: ClaimedIdentity,
  { declaration }: Pick<Route, 'declaration'>,
  ports: Pick<ServerPorts, 'authenticator' | 'switches'>,
): Caller | undefined {
  if (!caller || !/^bearer /i.test(claim.authorization ?? '')) return caller;
  const current = findByToken(claim, ports.authenticator);
  if (!current) throw unauthenticated();
  assertAllowed(declaration.access, current);
  authorize(declaration, current, ports.switches);
  return current;
}

/** The input of a handler, except the functions with which it writes. */
export type CallParts = Readonly<Record<string, unknown>>;

/** How a call runs, apart from its input. */
export interface RunOptions {
  readonly recheck: () => void;
  /** Doesn't record what was read: a HEAD changes nothing (core rule 14). */
  readonly skipsRecording?: boolean;
  /** The response is stored under this key, in the transaction of its effect. */
  readonly keyed?: KeyedCall | undefined;
}

/** Runs the handler of a route; returns its result once everything it recorded is stored. */
export function runHandler(
  route: Route,
  parts: CallParts,
  ports: ServerPorts,
  { recheck, skipsRecording = false, keyed }: RunOptions,
): MaybePromise<unknown> {
  const store =
    keyed &&
    ((context: never, returned: unknown) => {
      if (returned instanceof EndpointResponse && returned.isSecret) return;
      ports.responses.store(context, keyed, toStoredResponse(route, returned, keyed));
    });
  const single = createWriteGuard(ports, recheck, store);
  const recordRead = skipsRecording ? () => {} : single.recordRead;
  // The declaration determines the types of caller, params, query and body, and parsed them.
  const { write, step } = single;
  const call = { ...parts, write, step, recordRead } as unknown as Call<Endpoint, never>;
  const result: MaybePromise<unknown> = route.handler(call);
  return then(result, (returned) => {
    // A retry gets what the write returned, so the first response must be exactly that.
    if (ports.strict && route.acceptsIdempotencyKey) single.assertReturned(returned);
    if (store && !single.hasWritten()) ports.transaction((context) => store(context, returned));
    single.storeRecorded();
    return single.hasStored() || store ? then(waitUntilStored(ports), () => returned) : returned;
  });
}

/** Resolves once what a call stored is on this disk and on the spare's; undefined if it already is. */
function waitUntilStored(ports: ServerPorts): Promise<unknown> | undefined {
  const [here, there] = [ports.whenDurable(), ports.waitForSpare()];
  return here && there ? Promise.all([here, there]) : (here ?? there);
}

/**
 * The only write of a call: with two, half of its effect could become durable without the other. Its transaction
 * identifies the caller again first.
 */
function createWriteGuard(
  ports: ServerPorts,
  recheck: () => void,
  store: ((context: never, returned: unknown) => void) | undefined,
) {
  let isUsed = false;
  let outcome: { returned: unknown } | undefined;
  let recording: ((context: never) => void) | undefined;
  let hasStepped = false;

  function assertFirst(): void {
    if (isUsed) throw new Error('a call wrote twice: both writes belong into one transaction');
    isUsed = true;
  }

  const carryOut =
    <Result>(work: (context: never) => Result) =>
    (context: never): Result => {
      recheck();
      const returned = work(context);
      store?.(context, returned);
      return returned;
    };

  function step<Result>(work: (context: never) => Result): Result {
    hasStepped = true;
    return ports.transaction((context) => {
      recheck();
      return work(context);
    });
  }

  function write<Result>(work: (context: never) => Result): Result {
    assertFirst();
    const returned = ports.transaction(carryOut(work));
    outcome = { returned };
    return returned;
  }

  function recordRead(work: (context: never) => void): void {
    assertFirst();
    recording = work;
  }

  /** After the response was made, which shows what wasn't read before. */
  function storeRecorded(): void {
    const work = recording;
    if (!work || isStepRefused('writing', ports.lowDiskLevel())) return;
    try {
      ports.transaction((context) => {
        recheck();
        work(context);
      });
    } catch (error) {
      if (!isMachineTrouble(error)) throw error;
      const { state, sentence } = describeTrouble(error);
      ports.conditions.begin(state, sentence);
    }
  }

  return {
    write,
    step,
    recordRead,
    storeRecorded,
    hasWritten: () => outcome !== undefined,
    /** Whether anything has been stored, including in batches. */
    hasStored: () => outcome !== undefined || hasStepped,
    assertReturned(returned: unknown): void {
      if (outcome && outcome.returned !== returned)
        throw new Error('a call returned something else than its write returned');
    },
  };
}
