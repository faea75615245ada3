import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningService, Ship } from '../../support/ship.ts';

/** A service that is sometimes killed, and restarted at the same address. */
export interface KillableService {
  readonly url: string;
  /** How often it was killed. */
  readonly deaths: number;
  /** Resolves once a process is running that won't be killed; returns `deaths` at that moment. */
  alive(): Promise<number>;
  /** Returns the running process, or after a kill the next one. */
  running(): Promise<RunningService>;
  /** Kills the service with SIGKILL after this time and restarts it; `afterwards` runs before `running` resolves. */
  kill(milliseconds: number, afterwards: () => Promise<void>): void;
}

export async function startService(ship: Ship): Promise<KillableService> {
  const first = await ship.serve();
  const { url } = first;
  let current: Promise<RunningService> = Promise.resolve(first);
  let deaths = 0;

  async function restart(
    before: Promise<RunningService>,
    milliseconds: number,
    afterwards: () => Promise<void>,
  ): Promise<RunningService> {
    await pause(milliseconds);
    assert.equal((await (await before).end('SIGKILL')).signal, 'SIGKILL');
    const again = await ship.serve(['serve'], { environment: { PORT: new URL(url).port } });
    assert.equal(again.url, url);
    await afterwards();
    return again;
  }

  return {
    url,
    get deaths() {
      return deaths;
    },
    async alive() {
      for (;;) {
        const before = deaths;
        await current;
        if (deaths === before) return deaths;
      }
    },
    running: () => current,
    kill(milliseconds, afterwards) {
      deaths += 1;
      current = restart(current, milliseconds, afterwards);
    },
  };
}
