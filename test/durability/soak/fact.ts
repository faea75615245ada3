import type { Reply } from '../../support/client.ts';

/** Returns numbers that only rise. */
export type Clock = () => number;

/** Something that requests turn on and off, as far as their responses tell. */
export interface Fact {
  /** The moment since which it has been on, or off, for certain and without a break; infinite when that is not so. */
  since(isOn: boolean): number;
  isCertainly(isOn: boolean): boolean;
  /** Sends what turns it on or off. Nothing is certain before the response, without one, or when several do it at once. */
  turn<Response extends Reply<unknown>>(
    isOn: boolean,
    request: () => Promise<Response | undefined>,
  ): Promise<Response | undefined>;
}

/** A fact that is on or off since this moment, by itself since now. */
export function createFact(clock: Clock, isOn: boolean, start = clock()): Fact {
  let known: { isOn: boolean; since: number } | undefined = { isOn, since: start };
  let underWay = 0;
  let begun = 0;

  const since = (isOn: boolean) => (known?.isOn === isOn ? known.since : Number.POSITIVE_INFINITY);

  async function turn<Response extends Reply<unknown>>(isOn: boolean, request: () => Promise<Response | undefined>) {
    const before = known;
    const isAlone = underWay === 0;
    begun += 1;
    const own = begun;
    underWay += 1;
    known = undefined;
    const response = await request().finally(() => {
      underWay -= 1;
    });
    if (!response || !isAlone || begun !== own) return response;
    const hasChanged = response.status < 300 && before?.isOn !== isOn;
    known = hasChanged ? { isOn, since: clock() } : before;
    return response;
  }

  return { since, isCertainly: (isOn) => known?.isOn === isOn, turn };
}

/** One fact for each key. */
export interface Facts {
  of(key: string): Fact;
  /** Keys of those that are on for certain. */
  on(): string[];
  /** Keys of those that may be on. */
  perhapsOn(): string[];
}

/** Facts that are off from now on, but for these. */
export function createFacts(clock: Clock, on: readonly string[] = []): Facts {
  const begun = clock();
  const facts = new Map(on.map((key) => [key, createFact(clock, true)]));

  function of(key: string): Fact {
    const known = facts.get(key);
    if (known) return known;
    const fact = createFact(clock, false, begun);
    facts.set(key, fact);
    return fact;
  }

  const keysOf = (isMeant: (fact: Fact) => boolean) =>
    [...facts].flatMap(([key, fact]) => (isMeant(fact) ? [key] : []));

  return {
    of,
    on: () => keysOf((fact) => fact.isCertainly(true)),
    perhapsOn: () => keysOf((fact) => !fact.isCertainly(false)),
  };
}
