import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { appointmentsApi } from '#core/appointments/api.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { adminApi } from '#staff/admin/api.ts';
import {
  createFez,
  eventFields,
  fezParams,
  groupFields,
  join,
  leave,
  ownEventFields,
  setState,
  writePost,
} from '../features/fez/support.ts';
import { buildForm, createPassengerWithCode, setPreregistration } from '../features/performers/support.ts';
import { buildCalendarOf, forcedOptions } from '../features/schedule/support.ts';
import { startTestApp, type User } from '../support/app.ts';
import { giveRole } from '../support/roles.ts';

const app = await startTestApp({ environment: { START_DATE: '2025-03-02', CRUISE_LENGTH_DAYS: '8' } });
after(app.close);
const buildCalendar = (place = 'Lido') =>
  buildCalendarOf({
    past: { start: '20250303T080000', end: '20250303T090000' },
    a: { start: '20250303T180000', end: '20250303T190000', lines: [`LOCATION:${place}`] },
    b: { start: '20250304T120000', end: '20250304T130000', lines: ['CATEGORIES:SHADOW CRUISE'] },
  });
importSchedule(app.context, buildCalendar(), forcedOptions);
const [host, moderator, admin] = [
  await app.newcomer('host'),
  await app.atLevel('moderator'),
  await app.atLevel('admin'),
];

const getEvent = async (uid: string) => {
  const event = (await app.anonymous.get(scheduleApi.list)).find((one) => one.uid === uid);
  assert.ok(event);
  return { params: { event_id: event.eventID } };
};
const listOf = (user: User) => user.get(appointmentsApi.list);
const getTitles = async (user: User) => (await listOf(user)).map(({ title }) => title);

describe('the appointments of a person', () => {
  test('list everything they follow, joined or created, by start', async () => {
    const goer = await app.newcomer('goer');
    assert.deepEqual(await listOf(goer), []);
    await goer.get(scheduleApi.addFavorite, await getEvent('past'));
    await goer.get(scheduleApi.addFavorite, await getEvent('a'));
    const group = await createFez(host, groupFields);
    await join(goer, group);
    const breakfast = await createFez(host, { ...eventFields, startTime: '2025-03-04T13:00:00.000Z' }, [goer]);
    await createFez(goer, { ...ownEventFields, startTime: '2025-03-04T16:00:00.000Z' });
    await createFez(host, { title: 'No appointment' }, [goer]);
    const appointments = await listOf(goer);
    assert.deepEqual(
      appointments.map(({ kind, title }) => `${kind}: ${title}`),
      [
        'event: Event past',
        'event: Event a',
        'privateEvent: Birthday breakfast',
        'personalEvent: Haircut',
        'lfg: Chess for beginners',
      ],
    );
    assert.deepEqual(appointments.at(-1), {
      kind: 'lfg',
      id: group.fezID,
      title: 'Chess for beginners',
      startTime: group.startTime,
      endTime: group.endTime,
      location: 'Deck 4',
    });
    const summary = await goer.get(notificationsApi.summary);
    assert.deepEqual(
      [summary.nextFollowedEventID, summary.nextJoinedLFGID],
      [appointments[1]?.id, breakfast.fezID],
      'the summary says of each kind what this list says first',
    );
  });

  test('include events they photograph or perform at, each once', async () => {
    const photographer = await giveRole(app, await app.newcomer('photographer'), 'shutternaut');
    await photographer.get(scheduleApi.addFavorite, await getEvent('a'));
    await photographer.get(scheduleApi.addPhotographer, await getEvent('a'));
    assert.deepEqual(
      (await listOf(photographer)).map(({ title, duty }) => [title, duty]),
      [['Event a', 'photographing']],
    );
    await photographer.get(scheduleApi.removePhotographer, await getEvent('a'));
    assert.deepEqual(
      (await listOf(photographer)).map(({ duty }) => duty),
      [undefined],
    );

    const performer = await createPassengerWithCode(app, 'performer', 'abcabc');
    await setPreregistration(app, true);
    await performer.get(performersApi.holdEvent, { ...(await getEvent('b')), body: buildForm('Kim') });
    await setPreregistration(app, false);
    await performer.get(scheduleApi.addFavorite, await getEvent('b'));
    const [show, ...more] = await listOf(performer);
    assert.deepEqual([show?.title, show?.duty, more.length], ['Event b', 'performing', 0]);
    await performer.get(scheduleApi.removeFavorite, await getEvent('b'));
    assert.deepEqual(await getTitles(performer), ['Event b']);
  });

  test('follow every change, and hide what is hidden elsewhere', async () => {
    const goer = await app.newcomer('goer-two');
    const group = await createFez(host, groupFields, [goer]);
    await goer.get(scheduleApi.addFavorite, await getEvent('a'));
    const places = async () => (await listOf(goer)).map(({ location }) => location);
    assert.deepEqual(await places(), ['Lido', 'Deck 4']);
    importSchedule(app.context, buildCalendar('Library'), forcedOptions);
    assert.deepEqual(await places(), ['Library', 'Deck 4']);
    await writePost(host, group, 'hello');
    await setState(moderator, group, 'quarantined');
    assert.doesNotMatch(JSON.stringify(await listOf(goer)), /Chess|Deck 4/);
    await setState(moderator, group, 'normal');
    await goer.get(usersApi.block, { params: { userID: host.userID } });
    assert.deepEqual(await getTitles(goer), ['Event a']);
    await goer.get(usersApi.unblock, { params: { userID: host.userID } });
    const change = (list: 'enableFeatures' | 'disableFeatures', feature: string) =>
      admin.get(adminApi.changeServerSettings, { body: { [list]: [{ app: 'all', feature }] } });
    for (const [feature, rest] of [
      ['schedule', ['Chess for beginners']],
      ['friendlyfez', ['Event a']],
    ] as const) {
      await change('disableFeatures', feature);
      assert.deepEqual(await getTitles(goer), rest);
      await change('enableFeatures', feature);
    }
    await leave(goer, group);
    assert.deepEqual(await getTitles(goer), ['Event a']);
    await join(goer, group);
    await host.get(fezApi.cancel, fezParams(group));
    assert.deepEqual(await getTitles(goer), ['Event a']);
  });
});
