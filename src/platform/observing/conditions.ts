import type { Clock } from '../time/clock.ts';
import type { Log } from './log.ts';

/** A problem that lasts for a while: a full disk, a wrong clock. */
export interface Condition {
  readonly name: string;
  /** A sentence for the crew. */
  readonly sentence: string;
  readonly since: Date;
}

/** Current problems. The log has one line when a problem begins and one when it ends, however often it's reported. */
export interface Conditions {
  /** Reports a problem. Returns true if it's new. `untilEnded`: the caller will report its end. */
  begin(name: string, sentence: string, options?: { readonly untilEnded?: boolean }): boolean;
  /** Ends a problem, unless it was reported a moment ago: a disk on the brink of full would flood the log. */
  end(name: string): void;
  /** Ends problems that weren't reported for a minute; for those that can only be observed when they occur. */
  endUnmet(): void;
  list(): Condition[];
}

interface KnownCondition extends Condition {
  times: number;
  readonly beganAt: number;
  readonly untilEnded: boolean;
  metAt: number;
}

const maxUnmetMilliseconds = 60_000;
const momentMilliseconds = 8_000;

export function createConditions(log: Log, clock: Clock): Conditions {
  const known = new Map<string, KnownCondition>();

  function endUnless(name: string, metWithin: number): void {
    const condition = known.get(name);
    const now = clock.steadyNow();
    if (!condition || now - condition.metAt < metWithin) return;
    known.delete(name);
    const seconds = Math.round((now - condition.beganAt) / 1000);
    log.info({ state: name, seconds, times: condition.times }, `resolved: ${condition.sentence}`);
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
      for (const { name } of met) endUnless(name, maxUnmetMilliseconds);
    },
    list: () => [...known.values()].map(({ name, sentence, since }) => ({ name, sentence, since })),
  };
}
