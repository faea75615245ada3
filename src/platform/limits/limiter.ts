/** Too many are waiting already; the caller should retry later. */
export class LimiterFull extends Error {
  /** Whether only this key has too many waiting: a sender exceeds its share. */
  readonly isOwnShare: boolean;

  constructor(what: string, { isOwnShare = false } = {}) {
    super(isOwnShare ? `Too many of your ${what} are in progress.` : `Too many ${what} are in progress.`);
    this.name = 'LimiterFull';
    this.isOwnShare = isOwnShare;
  }
}

/** Limits concurrent work, first come, first served. */
export interface Limiter {
  /** Runs `work` when it's its turn. Throws LimiterFull if `maxWaiting` others are waiting already. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The number of waiting pieces of work. */
  waiting(): number;
}

/**
 * Limits on running and waiting work; `maxRunning` is evaluated again whenever work arrives or ends, and is at least 1.
 */
export interface LimiterOptions {
  readonly maxRunning: () => number;
  readonly maxWaiting: number;
}

export function createLimiter(what: string, { maxRunning, maxWaiting }: LimiterOptions): Limiter {
  const limiter = createFairLimiter(what, { maxRunning, maxWaiting, maxWaitingPerKey: maxWaiting });
  return { run: (work) => limiter.run({ key: '' }, work), waiting: limiter.waiting };
}

/** Identifies the sender of a piece of work. */
export interface Turn {
  /** Waiting keys take turns, so one key's many pieces of work don't hold up another's few. */
  readonly key: string;
  /** Work of rank 0 goes first; every fourth turn goes to a higher rank, to prevent starvation. 0 by default. */
  readonly rank?: number;
}

/** Limits concurrent work; waiting keys take turns. */
export interface FairLimiter {
  /**
   * Runs `work` when it's its turn. Throws LimiterFull if `maxWaitingPerKey` of the same key and rank, or `maxWaiting`
   * of the same rank, are waiting already.
   */
  run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>;
  waiting(): number;
}

export interface FairLimiterOptions extends LimiterOptions {
  readonly maxWaitingPerKey: number;
  /** How many of each higher rank may run at once; by default as many as of rank 0, at least 1. */
  readonly maxRunningOfHigherRank?: () => number;
}

/** One turn out of this many goes to a higher rank. */
const turnsPerRound = 4;

export function createFairLimiter(
  what: string,
  { maxRunning, maxWaiting, maxWaitingPerKey, maxRunningOfHigherRank = maxRunning }: FairLimiterOptions,
): FairLimiter {
  const ranks: (TurnTaking | undefined)[] = [];
  /** The number of running tasks, by rank. */
  const running: number[] = [];
  let turns = 1;

  const countRunning = (rank: number) => running[rank] ?? 0;
  const hasRoom = (rank: number) =>
    running.reduce((sum, ofRank) => sum + ofRank, 0) < Math.max(1, maxRunning()) &&
    (rank === 0 || countRunning(rank) < Math.max(1, maxRunningOfHigherRank()));
  const countWaiting = () => ranks.reduce((sum, others) => sum + (others?.size() ?? 0), 0);

  /** Returns the next rank that has waiting work and capacity; undefined if there is none. */
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

/** A queue of waiting work: keys take turns, each in order of arrival. */
interface TurnTaking {
  add(key: string, start: () => void): void;
  take(): (() => void) | undefined;
  size(): number;
  sizeOf(key: string): number;
}

function createTurnTaking(): TurnTaking {
  // A map iterates its keys in insertion order.
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

/** A limiter for each name, created on demand and discarded when nothing runs or waits. */
export interface KeyedLimiter {
  run<Result>(name: string, turn: Turn, work: () => Promise<Result>): Promise<Result>;
}

/** Like `FairLimiterOptions`, for each name. */
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
