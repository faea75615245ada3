/** Too many are waiting already; the caller should come again later. */
export class LimiterFull extends Error {
  /** Only those of one key are too many: someone asks for more than their share. */
  readonly isOwnShare: boolean;

  constructor(what: string, { isOwnShare = false } = {}) {
    super(isOwnShare ? `Too many of your ${what} are waiting.` : `Too many ${what} are waiting.`);
    this.name = 'LimiterFull';
    this.isOwnShare = isOwnShare;
  }
}

/** Lets only a few pieces of work run at once, in order of arrival. */
export interface Limiter {
  /** Runs `work` when it is its turn. Throws LimiterFull when `maxWaiting` others wait already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many pieces of work are not running yet. */
  waiting(): number;
}

/** How many may run and wait; `maxRunning` is asked again whenever someone enters or leaves, and counts as 1 at least. */
export interface LimiterOptions {
  readonly maxRunning: () => number;
  readonly maxWaiting: number;
}

export function createLimiter(what: string, { maxRunning, maxWaiting }: LimiterOptions): Limiter {
  const limiter = createFairLimiter(what, { maxRunning, maxWaiting, maxWaitingPerKey: maxWaiting });
  return { run: (work) => limiter.run({ key: '' }, work), waiting: limiter.waiting };
}

/** For whom a piece of work is done. */
export interface Turn {
  /** Keys that wait take turns, so that no one's many pieces of work hold up the few of others. */
  readonly key: string;
  /** Work of rank 0 goes first; every fourth turn is of a higher rank, so that no one waits for ever. 0 unless given. */
  readonly rank?: number;
}

/** Lets only a few pieces of work run at once; those who wait take turns. */
export interface FairLimiter {
  /**
   * Runs `work` when it is its turn. Throws LimiterFull when `maxWaitingPerKey` of the same key and rank wait already, or
   * `maxWaiting` of the same rank.
   */
  run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>;
  waiting(): number;
}

export interface FairLimiterOptions extends LimiterOptions {
  readonly maxWaitingPerKey: number;
  /** How many of one higher rank may run at once; as many as of rank 0 unless given, 1 at least. */
  readonly maxRunningOfHigherRank?: () => number;
}

/** Of so many turns one is of a higher rank. */
const turnsPerRound = 4;

export function createFairLimiter(
  what: string,
  { maxRunning, maxWaiting, maxWaitingPerKey, maxRunningOfHigherRank = maxRunning }: FairLimiterOptions,
): FairLimiter {
  const ranks: (TurnTaking | undefined)[] = [];
  /** How many run, of each rank. */
  const running: number[] = [];
  let turns = 1;

  const countRunning = (rank: number) => running[rank] ?? 0;
  const hasRoom = (rank: number) =>
    running.reduce((sum, ofRank) => sum + ofRank, 0) < Math.max(1, maxRunning()) &&
    (rank === 0 || countRunning(rank) < Math.max(1, maxRunningOfHigherRank()));
  const countWaiting = () => ranks.reduce((sum, others) => sum + (others?.size() ?? 0), 0);

  /** The rank whose turn it is, of those that have work and room for it; undefined when there is none. */
  function chooseRank(): number | undefined {
    const ready = [...ranks.keys()].filter((rank) => (ranks[rank]?.size() ?? 0) > 0 && hasRoom(rank));
    return turns % turnsPerRound === 0 ? ready.at(-1) : ready[0];
  }

  function startNext(): void {
    for (let rank = chooseRank(); rank !== undefined; rank = chooseRank()) {
      turns += 1;
      running[rank] = countRunning(rank) + 1;
      ranks[rank]?.take()?.();
    }
  }

  async function enter({ key, rank = 0 }: Turn): Promise<void> {
    if (hasRoom(rank) && (ranks[rank]?.size() ?? 0) === 0) {
      running[rank] = countRunning(rank) + 1;
      return;
    }
    const others = ranks[rank] ?? createTurnTaking();
    ranks[rank] = others;
    if (others.size() >= maxWaiting) throw new LimiterFull(what);
    if (others.sizeOf(key) >= maxWaitingPerKey) throw new LimiterFull(what, { isOwnShare: true });
    await new Promise<void>((resolve) => others.add(key, resolve));
  }

  return {
    async run(turn, work) {
      await enter(turn);
      try {
        return await work();
      } finally {
        running[turn.rank ?? 0] = countRunning(turn.rank ?? 0) - 1;
        startNext();
      }
    },
    waiting: countWaiting,
  };
}

/** Those who wait, each key in order of arrival, the keys taking turns. */
interface TurnTaking {
  add(key: string, start: () => void): void;
  take(): (() => void) | undefined;
  size(): number;
  sizeOf(key: string): number;
}

function createTurnTaking(): TurnTaking {
  // A map gives its keys in the order in which they were added.
  const byKey = new Map<string, (() => void)[]>();
  let size = 0;
  return {
    add(key, start) {
      const own = byKey.get(key);
      if (own) own.push(start);
      else byKey.set(key, [start]);
      size += 1;
    },
    take() {
      const [first] = byKey;
      if (!first) return undefined;
      const [key, own] = first;
      byKey.delete(key);
      const start = own.shift();
      if (own.length > 0) byKey.set(key, own);
      size -= 1;
      return start;
    },
    size: () => size,
    sizeOf: (key) => byKey.get(key)?.length ?? 0,
  };
}

/** A limiter for each name, made when needed and forgotten when nothing runs or waits. */
export interface KeyedLimiter {
  run<Result>(name: string, turn: Turn, work: () => Promise<Result>): Promise<Result>;
}

/** As `FairLimiterOptions`, for each name. */
export interface KeyedLimiterOptions extends Omit<FairLimiterOptions, 'maxRunning'> {
  readonly maxRunning: (name: string) => number;
}

export function createKeyedLimiter(what: string, options: KeyedLimiterOptions): KeyedLimiter {
  const limiters = new Map<string, { limiter: FairLimiter; calls: number }>();
  return {
    async run(name, turn, work) {
      const entry = limiters.get(name) ?? {
        limiter: createFairLimiter(what, { ...options, maxRunning: () => options.maxRunning(name) }),
        calls: 0,
      };
      limiters.set(name, entry);
      entry.calls += 1;
      try {
        return await entry.limiter.run(turn, work);
      } finally {
        entry.calls -= 1;
        if (entry.calls === 0) limiters.delete(name);
      }
    },
  };
}
