import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#platform/time/clock.ts';
import type { World } from '../soak/world.ts';
import type { TwoMachines } from '../two-machines.ts';
import type { Span } from './programme.ts';

/** The service at one moment of the rehearsal. */
export interface Sample {
  readonly at: Date;
  readonly memoryBytes: number;
  readonly databaseBytes: number;
  /** Bytes of the database's log. */
  readonly logBytes: number;
  readonly peoplePresent: number;
  readonly requestsPerSecond: number;
  readonly p99Milliseconds: number;
}

/** A continuous watch of the service. */
export interface Watch {
  readonly samples: readonly Sample[];
  /** Calls that failed because of the service, except for expected failures. */
  failures(): number;
  expectFailure(): void;
  /** Ends the watch. */
  end(): Promise<readonly Sample[]>;
}

const millisecondsBetweenLooks = 200;
/** A reminder comes up to ten minutes before the start, so a pause of half that may make it late. */
const maxDelayMilliseconds = 5 * 60_000;

/**
 * Watches the service as an administrator, by the ship's clock. Calls `excuse` if the service, or the shared machine,
 * has paused for longer than a reminder may be late.
 */
export function watchService(
  { admin }: World,
  machines: TwoMachines,
  { clock, speed, excuse }: { readonly clock: Clock; readonly speed: number; readonly excuse: (stall: Span) => void },
): Watch {
  const samples: Sample[] = [];
  let failures = 0;
  let expected = 0;
  let isOver = false;

  async function look(): Promise<void> {
    while (!isOver) {
      const from = clock.now();
      await machines.alive();
      const { status, body } = await admin.client
        .send('GET', '/api/v3/admin/box')
        .catch(() => ({ status: 0, body: {} }));
      await pause(millisecondsBetweenLooks);
      const until = clock.now();
      if (until.getTime() - from.getTime() > millisecondsBetweenLooks * speed + maxDelayMilliseconds)
        excuse({ from, until });
      // An overloaded server rejects reads.
      if (status === 503) expected += 1;
      if (status !== 200) continue;
      failures = Math.max(failures, body.requests.failures);
      samples.push({
        at: from,
        memoryBytes: body.memoryBytes,
        databaseBytes: body.databaseBytes + body.databaseLogBytes,
        logBytes: body.databaseLogBytes,
        peoplePresent: body.peoplePresent,
        requestsPerSecond: body.requestsPerSecond,
        p99Milliseconds: body.requests.p99Seconds * 1000,
      });
    }
  }

  const looking = look();
  return {
    samples,
    failures: () => Math.max(0, failures - expected),
    expectFailure() {
      expected += 1;
    },
    async end() {
      isOver = true;
      await looking;
      return samples;
    },
  };
}
