import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { callIfReachable, type Day, type RehearsalPart, type Stage, waitUntilShareOf } from '../stage.ts';

const minuteMilliseconds = 60_000;
const busyMilliseconds = 500;
/** The service may already have sent reminders of events that start sooner. */
const minMilliseconds = 3 * 60 * minuteMilliseconds;

/** Each day the desk moves events that people follow. Reminders then come at the new time. */
export function createDeskPart({ world, clock, programme, random }: Stage): RehearsalPart {
  let moved = 0;

  async function send(path: string, body?: unknown): Promise<boolean> {
    const reply = await callIfReachable(world, () =>
      world.admin.client.send('POST', `/api/v3/admin/schedule/${path}`, { body }),
    );
    // After a broken connection the first apply may still be running.
    if (reply?.body?.code === 'scheduleBusy') await pause(busyMilliseconds);
    else assert.ok(!reply || reply.status < 300, `${path}: ${reply?.reason}`);
    return reply !== undefined && reply.status < 300;
  }

  return {
    promise: 'Changes of the schedule hold at once',
    target: 'all',
    async play(day: Day) {
      await waitUntilShareOf(day, 0.25, clock);
      const earliest = clock.now().getTime() + minMilliseconds;
      const followed = programme.events.filter(
        ({ startsAt, followers }) => followers.size > 0 && startsAt.getTime() > earliest,
      );
      for (const event of random.pick(followed, 3)) {
        programme.move(event, 10 * minuteMilliseconds);
        moved += 1;
      }
      // A kill may lose the response, so this uploads the same schedule again, which changes nothing.
      while (!(await send('update', { schedule: programme.write() })) || !(await send('update/apply')));
    },
    async compare() {
      const { body } = await world.admin.client.send('GET', '/api/v3/events');
      const shown = new Map(
        body.map(({ uid, startTime }: { uid: string; startTime: string }) => [uid, Date.parse(startTime)]),
      );
      const wrong = programme.events.filter(({ uid, startsAt }) => shown.get(uid) !== startsAt.getTime());
      assert.deepEqual(
        wrong.map(({ uid }) => uid),
        [],
        'events that are shown at another time',
      );
    },
    figure: () => `${moved} events moved`,
  };
}
