import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { timeoutMilliseconds } from '../../../support/timeout.ts';
import { openAllStreams } from '../../soak/actions/sockets.ts';
import { getStreams } from '../../soak/post-streams.ts';
import type { World } from '../../soak/world.ts';
import type { Answers } from '../answers.ts';
import { type RehearsalPart, type Stage, waitUntilShareOf } from '../stage.ts';

/** This is longer than the server waits for the spare. */
const stallMilliseconds = 2_500;

/**
 * The spare is frozen for a while, so the server stops waiting for it. Later that day the serving machine is killed, and the spare takes over.
 */
export function createTakeoverPart(stage: Stage, onDay: number): RehearsalPart {
  const { answers, clock, machines, reminders, world } = stage;
  return {
    promise: 'The spare takes over, and the server that died becomes its spare; nothing is lost',
    target: 'once',
    async play(day) {
      if (day.number !== onDay) return;
      await machines.signalSpare('SIGSTOP');
      await pause(stallMilliseconds);
      await machines.signalSpare('SIGCONT');
      await waitUntilShareOf(day, 0.5, clock);
      await waitUntilSpareIsCurrent(answers, () => readWaiting(world));
      const killedAt = clock.now();
      machines.kill(0, async () => {
        for (const stream of world.sailors.flatMap(getStreams)) stream.doubtPendingPosts();
        await openAllStreams(world);
        await reminders.open();
        reminders.excuse({ from: killedAt, until: clock.now() });
      });
      await machines.running();
    },
    figure() {
      assert.equal(machines.deaths, 1, 'how often the machine that serves has died');
      return `after ${((machines.lastDeath?.promotionMilliseconds ?? 0) / 1000).toFixed(1)} s`;
    },
  };
}

/** Reads from the server whether responses wait for the spare. */
async function readWaiting({ admin }: World): Promise<string | undefined> {
  const { body } = await admin.client.send('GET', '/api/v3/admin/box');
  return body.spare?.waiting;
}

/** The server stops waiting for its spare if the spare stores nothing for 2 seconds while a response waits. */
const maxMilliseconds = 1_500;
const watchMilliseconds = 300;

/**
 * Resolves when the server reports that responses wait for the spare, and has had no such response pending for so long
 * that it could have stopped waiting: only then a takeover loses nothing.
 */
export async function waitUntilSpareIsCurrent(
  answers: Pick<Answers, 'slowestSince'>,
  readWaiting: () => Promise<string | undefined>,
): Promise<void> {
  const deadline = performance.now() + timeoutMilliseconds;
  for (;;) {
    assert.ok(performance.now() < deadline, 'answers never wait for the spare');
    const asked = performance.now();
    const waiting = await readWaiting();
    await pause(watchMilliseconds);
    if (waiting === 'on' && answers.slowestSince(asked) < maxMilliseconds) return;
  }
}
