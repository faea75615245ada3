import assert from 'node:assert/strict';
import type { RehearsalPart, Stage } from '../stage.ts';

/** An address that the service never connects to, like one ashore that it can't reach. */
const unreachableURL = 'https://127.0.0.1:9/schedule.ics';
const hourMilliseconds = 60 * 60_000;

/** All week the schedule's URL can't be reached: the hourly job logs that once an hour, and the desk's changes hold. */
export function createScheduleJobPart({ clock, world }: Stage): RehearsalPart {
  const { client } = world.admin;
  let began = clock.now();
  return {
    promise: 'The hourly job logs once an hour that the schedule’s URL can’t be reached, and changes nothing',
    target: 'once an hour',
    async prepare() {
      began = clock.now();
      const body = { scheduleUpdateURL: unreachableURL };
      const { status, reason } = await client.send('POST', '/api/v3/admin/serversettings/update', { body });
      assert.equal(status, 200, reason);
    },
    async figure() {
      const { body } = await client.send('GET', '/api/v3/admin/schedule/viewlog');
      const log: readonly { automaticUpdate: boolean; timestamp: string; changeCount: number; error?: string }[] = body;
      const updates = log.filter(({ automaticUpdate }) => automaticUpdate);
      const wrong = updates.filter(({ changeCount, error }) => changeCount > 0 || !error?.includes('this machine'));
      assert.deepEqual(wrong, [], 'entries of the job');
      const hours = new Set(updates.map(({ timestamp }) => Math.floor(Date.parse(timestamp) / hourMilliseconds)));
      assert.equal(hours.size, updates.length, 'the job ran twice in an hour');
      assert.ok(updates.length > 0, 'the job never ran');
      const passed = Math.round((clock.now().getTime() - began.getTime()) / hourMilliseconds);
      return `${updates.length} entries in the log, of ${passed} hours`;
    },
  };
}
