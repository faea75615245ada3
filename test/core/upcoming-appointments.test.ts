import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { appointmentsApi } from '#core/appointments/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { adminApi } from '#staff/admin/api.ts';
import { createFez, groupFields, join, leave, ownEventFields } from '../features/fez/support.ts';
import { buildForm, createPassengerWithCode, setPreregistration } from '../features/performers/support.ts';
import { buildCalendarOf, type FileEvent, forcedOptions } from '../features/schedule/support.ts';
import { startTestApp, type User } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { openPhone, test } from '../support/browser.ts';

const app = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' } });
const host = await app.newcomer('host');

/** Monday 3 March, 10:00 in New York and on board. */
const startOfTest = '2025-03-03T15:00:00.000Z';

/** An event on that day that lasts two hours. */
const createEventAt = (hour: number): FileEvent => ({
  start: `20250303T${hour}0000`,
  end: `20250303T${hour + 2}0000`,
  lines: ['LOCATION:Lido', 'CATEGORIES:SHADOW CRUISE'],
});
const calendarEvents = {
  noon: createEventAt(12),
  one: createEventAt(13),
  four: createEventAt(16),
  tomorrow: { start: '20250304T093000', end: '20250304T110000' },
  late: { start: '20250304T120000', end: '20250304T130000' },
};
importSchedule(app.context, buildCalendarOf(calendarEvents), forcedOptions);

async function followEvents(user: User, ...uids: readonly (keyof typeof calendarEvents)[]): Promise<void> {
  for (const uid of uids) {
    const { eventID } = await app.anonymous.get(scheduleApi.event, { params: { event_id: uid } });
    await user.get(scheduleApi.addFavorite, { params: { event_id: eventID } });
  }
}

async function startFollowing(name: string, ...uids: readonly (keyof typeof calendarEvents)[]): Promise<User> {
  app.clock.set(startOfTest);
  const user = await app.newcomer(name);
  await followEvents(user, ...uids);
  return user;
}

const getNextAppointments = async (user: User) => (await user.get(notificationsApi.summary)).nextAppointments;
const listTitlesOf = async (user: User) => (await getNextAppointments(user))?.map(({ title }) => title);

describe('what is next in a plan', () => {
  test('comes from every source, by start, with place and clashes (schedule rule 125)', async () => {
    const ada = await startFollowing('ada', 'noon', 'one');
    const group = await createFez(host, {
      ...groupFields,
      startTime: '2025-03-03T19:30:00.000Z',
      endTime: '2025-03-03T20:30:00.000Z',
    });
    await join(ada, group);
    await createFez(ada, {
      ...ownEventFields,
      startTime: '2025-03-03T16:00:00.000Z',
      endTime: '2025-03-03T16:30:00.000Z',
    });
    const next = (await getNextAppointments(ada)) ?? [];
    assert.deepEqual(
      next.map(({ kind, title, clashes }) => [kind, title, clashes]),
      [
        ['personalEvent', 'Haircut', false],
        ['event', 'Event noon', true],
        ['event', 'Event one', true],
        ['lfg', 'Chess for beginners', true],
      ],
    );
    const { eventID } = await ada.get(scheduleApi.event, { params: { event_id: 'noon' } });
    assert.deepEqual(next[1], {
      kind: 'event',
      id: eventID,
      title: 'Event noon',
      startTime: '2025-03-03T17:00:00.000Z',
      endTime: '2025-03-03T19:00:00.000Z',
      location: 'Lido',
      clashes: true,
    });
    await host.get(usersApi.block, { params: { userID: ada.userID } });
    assert.equal((await listTitlesOf(ada))?.includes('Chess for beginners'), false, 'not what a block hides');
    await host.get(usersApi.unblock, { params: { userID: ada.userID } });
    assert.equal((await listTitlesOf(ada))?.length, 4);
    await leave(ada, group);
    assert.equal((await listTitlesOf(ada))?.length, 3);
  });

  test('is absent for nothing, without a login, and while it is off (schedule rule 125)', async () => {
    const bea = await startFollowing('bea', 'late');
    assert.equal(await getNextAppointments(bea), undefined, 'more than 24 hours ahead');
    assert.equal((await app.anonymous.get(notificationsApi.summary)).nextAppointments, undefined);
    await followEvents(bea, 'noon');
    assert.deepEqual(await listTitlesOf(bea), ['Event noon']);
    const admin = await app.logIn('admin');
    const pairs = [{ app: 'all', feature: 'upcoming' }];
    await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pairs } });
    const { nextAppointments, nextFollowedEventID } = await bea.get(notificationsApi.summary);
    assert.equal(nextAppointments, undefined);
    assert.notEqual(nextFollowedEventID, undefined);
    await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pairs } });
    assert.deepEqual(await listTitlesOf(bea), ['Event noon']);
  });

  test('has up to five, and changes as time passes (schedule rule 126)', async () => {
    const cid = await startFollowing('cid', 'noon', 'one', 'four', 'tomorrow', 'late');
    assert.deepEqual(await listTitlesOf(cid), ['Event noon', 'Event one', 'Event four', 'Event tomorrow']);
    app.clock.advance({ hours: 2 });
    assert.deepEqual(await listTitlesOf(cid), ['Event one', 'Event four', 'Event tomorrow', 'Event late']);
    assert.equal((await getNextAppointments(cid))?.[0]?.clashes, true, 'with the one that has begun');
    app.clock.advance({ hours: 4 });
    assert.deepEqual(await listTitlesOf(cid), ['Event tomorrow', 'Event late']);
    app.clock.set(startOfTest);
    for (const hour of ['16', '17']) {
      await createFez(cid, {
        ...ownEventFields,
        startTime: `2025-03-03T${hour}:00:00.000Z`,
        endTime: `2025-03-03T${hour}:30:00.000Z`,
      });
    }
    assert.equal((await listTitlesOf(cid))?.length, 5);
  });

  test('follows a changed schedule (schedule rule 125)', async () => {
    const dan = await startFollowing('dan', 'noon');
    assert.equal((await getNextAppointments(dan))?.[0]?.location, 'Lido');
    importSchedule(
      app.context,
      buildCalendarOf({ ...calendarEvents, noon: { ...createEventAt(15), lines: ['LOCATION:Theater'] } }),
      forcedOptions,
    );
    assert.deepEqual(
      (await getNextAppointments(dan))?.map(({ startTime, location }) => [startTime, location]),
      [['2025-03-03T20:00:00.000Z', 'Theater']],
    );
    importSchedule(app.context, buildCalendarOf(calendarEvents), forcedOptions);
  });

  test('is the same in the plan and the calendar file, with duties (schedule rules 113 and 127)', async () => {
    const gus = await createPassengerWithCode(app, 'gus', 'abcabc');
    const { eventID } = await gus.get(scheduleApi.event, { params: { event_id: 'four' } });
    await setPreregistration(app, true);
    await gus.get(performersApi.holdEvent, { params: { event_id: eventID }, body: buildForm('Gus') });
    await setPreregistration(app, false);
    await followEvents(gus, 'noon');
    assert.deepEqual(await listTitlesOf(gus), ['Event noon', 'Event four']);
    assert.deepEqual(
      (await gus.get(appointmentsApi.list)).map(({ title }) => title),
      ['Event noon', 'Event four'],
    );
    const { bytes } = await gus.call(fezApi.dayPlanner, { params: { username: 'gus' } });
    assert.match(bytes.toString(), /SUMMARY:Event noon[\s\S]*SUMMARY:Event four/);
  });

  test('is listed on Today, soonest first (schedule rule 127)', async () => {
    const eve = await startFollowing('eve', 'noon', 'one', 'four');
    const { body } = await browse(app, eve).open('/');
    assert.match(
      body,
      /Next for you[\s\S]*Event noon[\s\S]*>Then<[\s\S]*Event one[\s\S]*overlaps Event noon[\s\S]*Event four/,
    );
    const { tab, complaints } = await openPhone(app.url, { token: eve.token });
    await tab.goto('/');
    await takeScreenshot(tab, 'today');
    await tab.getByRole('region', { name: 'Then' }).getByRole('link', { name: 'Event four' }).click();
    await tab.getByRole('heading', { name: 'Event four' }).waitFor();
    assert.deepEqual(complaints, []);
  });
});

/** Takes a screenshot for people, if there is a folder for it. */
async function takeScreenshot(tab: Tab, name: string): Promise<void> {
  if (process.env.SHOTS) await tab.screenshot({ path: `${process.env.SHOTS}/upcoming-${name}.png` });
}
