import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { undoChange } from '#features/schedule/index.ts';
import { startTestApp } from '../../support/app.ts';
import { createTestClock } from '../../support/clock.ts';
import { openSocket } from '../../support/socket.ts';
import { buildCalendarOf } from './support.ts';

const app = await startTestApp({
  environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' },
  clock: createTestClock('2025-03-03T12:00:00.000Z'),
});
const [james, desk] = [await app.logIn('james'), await app.atLevel('devteam')];
const socket = await openSocket(app.url, '/api/v3/notification/socket', james.token);

const upload = async (hour: string) => {
  const schedule = buildCalendarOf({ lido: { start: `20250303T${hour}0000Z`, end: `20250303T${hour}3000Z` } });
  await desk.get(deskApi.uploadSchedule, { body: { schedule } });
  await desk.get(deskApi.applySchedule, { query: { processDeletes: true } });
};
const undoNewest = async () => {
  const [entry] = await desk.get(deskApi.scheduleLog);
  undoChange(app.context, entry?.entryID ?? 0);
};
const readNextFollowed = async () =>
  (await james.send('GET', '/api/v3/notification/global')).body.nextFollowedEventTime;

/** Returns how many reminders have arrived on the socket by then. */
async function countRemindersAt(time: string): Promise<number> {
  app.clock.set(`2025-03-03T${time}:00.000Z`);
  await app.runJob('send-reminders');
  app.context.live.sendToUser(james.userID, 'notifications', JSON.stringify({ info: `end of ${time}` }));
  await socket.next(({ info }) => info === `end of ${time}`);
  return socket.frames.filter(({ info }) => String(info).endsWith('starts soon')).length;
}

test('reminders and the next followed event reflect an apply, its undo, and undoing that', async () => {
  await upload('18');
  const event = await app.anonymous.get(scheduleApi.event, { params: { event_id: 'lido' } });
  await james.get(scheduleApi.addFavorite, { params: { event_id: event.eventID } });
  await upload('16');
  assert.equal(await readNextFollowed(), '2025-03-03T16:00:00.000Z');
  await undoNewest();
  assert.equal(await readNextFollowed(), '2025-03-03T18:00:00.000Z');
  assert.equal(await countRemindersAt('15:50'), 0, 'it is at six again');
  assert.equal(await countRemindersAt('17:50'), 1);
  await upload('20');
  await undoNewest();
  await undoNewest();
  assert.equal(await readNextFollowed(), '2025-03-03T20:00:00.000Z');
  assert.equal(await countRemindersAt('19:50'), 2, 'a moved start reminds again');
});
