import type { Clock } from '../time/clock.ts';
import type { Log } from './log.ts';

/** Something that is wrong for a while: a full disk, an odd clock. */
export interface Condition {
  readonly name: string;
  /** A sentence for the crew. */
  readonly sentence: string;
  readonly since: Date;
}

/** What is wrong at present. The log has one line when it begins and one when it ends, however often it is met. */
export interface Conditions {
  /** Something is wrong, or still is. True when it was not before. `untilEnded`: someone will say when it is over. */
  begin(name: string, sentence: string, options?: { readonly untilEnded?: boolean }): boolean;
  /** It is over, unless it was met a moment ago: a disk on the brink of full would fill the log. */
  end(name: string): void;
  /** Ends those that no one has met for a minute; for what cannot be looked at, only met. */
  endUnmet(): void;
  list(): Condition[];
}

interface Known extends Condition {
  times: number;
  readonly beganAt: number;
  readonly untilEnded: boolean;
  metAt: number;
}

const unmetMilliseconds = 60_000;
const momentMilliseconds = 8_000;

export function createConditions(log: Log, clock: Clock): Conditions {
  const known = new Map<string, Known>();

  function endUnless(name: string, metWithin: number): void {
    const condition = known.get(name);
    const now = clock.steadyNow();
    if (!condition || now - condition.metAt < metWithin) return;
    known.delete(name);
    const seconds = Math.round((now - condition.beganAt) / 1000);
    log.info({ state: name, seconds, times: condition.times }, `no longer so: ${condition.sentence}`);
  }

  return {
    begin(name, sentence, { untilEnded = false } = {}) {
      const now = clock.steadyNow();
      const condition = known.get(name);
      if (condition) {
        condition.times += 1;
        condition.metAt = now;
        return false;
      }
      known.set(name, { name, sentence, since: clock.now(), times: 1, beganAt: now, metAt: now, untilEnded });
      log.warn({ state: name }, sentence);
      return true;
    },
    end: (name) => endUnless(name, momentMilliseconds),
    endUnmet() {
      const met = [...known.values()].filter(({ untilEnded }) => !untilEnded);
      for (const { name } of met) endUnless(name, unmetMilliseconds);
    },
    list: () => [...known.values()].map(({ name, sentence, since }) => ({ name, sentence, since })),
  };
}
