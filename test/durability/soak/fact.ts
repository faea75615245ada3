import type { Reply } from '../../support/client.ts';

/** A clock that returns increasing numbers. */
export type Clock = () => number;

/** A value that requests change; uncertain while a request has no response. */
export interface UncertainValue<Value> {
  /** The moment since which it has certainly had this value without interruption; infinite if it doesn't. */
  since(value: Value): number;
  /** The moment before the request that set this value was sent; 0 if it's uncertain. */
  notBefore(value: Value): number;
  isCertainly(value: Value): boolean;
  /** Whether it certainly has another value. */
  isNot(value: Value): boolean;
  /** The value, if it's certain. */
  value(): Value | undefined;
  /**
   * Sends a request that changes the value. It is uncertain until the response, without one, or when several requests
   * change it concurrently.
   */
  turn<Response extends Reply<unknown>>(
    value: Value,
    request: () => Promise<Response | undefined>,
  ): Promise<Response | undefined>;
}

/** A flag that requests switch on or off. */
export type UncertainFlag = UncertainValue<boolean>;

/** Creates a tracked flag that was set at `start`, which defaults to now. */
export const createFact = (clock: Clock, isOn: boolean, start = clock()): UncertainFlag =>
  createSetting(clock, isOn, start);

/** Creates a tracked value that was set at `start`, which defaults to now. */
export function createSetting<Value>(clock: Clock, value: Value, start = clock()): UncertainValue<Value> {
  let known: { value: Value; notBefore: number; since: number } | undefined = {
    value,
    notBefore: start,
    since: start,
  };
  let underWay = 0;
  let begun = 0;

  const knownAs = (value: Value) => (known?.value === value ? known : undefined);

  async function turn<Response extends Reply<unknown>>(value: Value, request: () => Promise<Response | undefined>) {
    const before = known;
    const notBefore = clock();
    const isAlone = underWay === 0;
    begun += 1;
    const own = begun;
    underWay += 1;
    known = undefined;
    const response = await request().finally(() => {
      underWay -= 1;
    });
    if (!response || !isAlone || begun !== own) return response;
    const hasChanged = response.status < 300 && before?.value !== value;
    known = hasChanged ? { value, notBefore, since: clock() } : before;
    return response;
  }

  return {
    since: (value) => knownAs(value)?.since ?? Number.POSITIVE_INFINITY,
    notBefore: (value) => knownAs(value)?.notBefore ?? 0,
    isCertainly: (value) => knownAs(value) !== undefined,
    isNot: (value) => known !== undefined && known.value !== value,
    value: () => known?.value,
    turn,
  };
}

/** One fact for each key. */
export interface Facts {
  of(key: string): UncertainFlag;
  /** Keys of flags that are certainly on. */
  on(): string[];
  /** Keys of flags that may be on. */
  perhapsOn(): string[];
}

/** Creates flags that are off from now on, except for these. */
export function createFacts(clock: Clock, on: readonly string[] = []): Facts {
  const begun = clock();
  const facts = new Map(on.map((key) => [key, createFact(clock, true)]));

  function of(key: string): UncertainFlag {
    const known = facts.get(key);
    if (known) return known;
    const fact = createFact(clock, false, begun);
    facts.set(key, fact);
    return fact;
  }

  const keysOf = (isMeant: (fact: UncertainFlag) => boolean) =>
    [...facts].flatMap(([key, fact]) => (isMeant(fact) ? [key] : []));

  return {
    of,
    on: () => keysOf((fact) => fact.isCertainly(true)),
    perhapsOn: () => keysOf((fact) => !fact.isCertainly(false)),
  };
}
