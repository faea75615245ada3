import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { createFez, eventFields, groupFields, leave, ownEventFields, startAppWithUsers } from './support.ts';

const { app, james, heidi, sam } = await startAppWithUsers();

const basicHeaders = (name: string, password = 'password') => ({
  headers: { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
});
const buildCalendarOf = (fezID: string) => ({ params: { fezID } });

describe('the calendar file of a private or personal event', () => {
  test('has the displayed time, for its members, by token or password', async () => {
    const event = await createFez(james, { ...eventFields, title: 'Tea "at" four' }, [heidi]);
    const { status, headers, bytes } = await heidi.call(fezApi.personalEventCalendar, buildCalendarOf(event.fezID));
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8');
    assert.match(headers.get('content-disposition') ?? '', /Tea at four\.ics/);
    const text = bytes.toString();
    assert.match(text, /DTSTART:20250304T220000Z\r\n/);
    assert.match(text, /DTEND:20250305T000000Z\r\n/);
    assert.match(text, /SUMMARY:Tea "at" four\r\n/);
    assert.match(text, /CATEGORIES:Private Event\r\n/);
    assert.match(text, /UID:[0-9a-f]{64}\r\n/);
    const path = `/events/personal/${event.fezID}/calendarevent.ics`;
    assert.deepEqual((await app.anonymous.send('GET', path, basicHeaders('heidi'))).bytes, bytes);
    assert.equal((await app.anonymous.send('GET', path)).status, 401);
  });

  test('doesn’t exist for outsiders, after leaving, without times, or for a group', async () => {
    const event = await createFez(james, eventFields, [heidi]);
    assert.equal((await sam.call(fezApi.personalEventCalendar, buildCalendarOf(event.fezID))).status, 404);
    await leave(heidi, event);
    assert.equal((await heidi.call(fezApi.personalEventCalendar, buildCalendarOf(event.fezID))).status, 404);
    const timeless = await createFez(james, { ...ownEventFields, startTime: undefined, endTime: undefined });
    const group = await createFez(james, groupFields);
    for (const { fezID } of [timeless, group]) {
      assert.equal((await james.call(fezApi.personalEventCalendar, buildCalendarOf(fezID))).status, 404);
    }
  });
});

describe('the day planner', () => {
  test('has followed events, joined groups and private events, but no chats or cancelled events', async () => {
    const planner = await app.newcomer('planner');
    const [event] = await planner.get(scheduleApi.list);
    assert.ok(event);
    await planner.get(scheduleApi.addFavorite, { params: { event_id: event.eventID } });
    await createFez(planner, { ...groupFields, title: 'Planned group' });
    await createFez(james, { ...eventFields, title: 'Planned breakfast' }, [planner]);
    await createFez(planner, { ...ownEventFields, title: 'Planned haircut' });
    await createFez(planner, { title: 'Only a chat' }, [james]);
    const off = await createFez(planner, { ...groupFields, title: 'Called off' });
    await planner.get(fezApi.cancel, { params: { fezID: off.fezID } });
    await createFez(james, { ...groupFields, title: 'Someone else’s' });
    const { bytes } = await planner.call(fezApi.dayPlanner, { params: { username: 'Planner' } });
    const summaries = [...bytes.toString().matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary);
    assert.equal(summaries.length, 4);
    for (const title of ['Planned group', 'Planned breakfast', 'Planned haircut']) assert.ok(summaries.includes(title));
  });

  test('reflects a group that the user joins and leaves after an earlier download', async () => {
    const joiner = await app.newcomer('joiner');
    const group = await createFez(james, { ...groupFields, title: 'Joined later' });
    const download = async () => {
      const { bytes } = await joiner.call(fezApi.dayPlanner, { params: { username: 'joiner' } });
      return bytes.toString().includes('SUMMARY:Joined later');
    };
    assert.equal(await download(), false);
    await joiner.get(fezApi.join, { params: { fezID: group.fezID } });
    assert.equal(await download(), true);
    await leave(joiner, group);
    assert.equal(await download(), false);
  });

  test('is only for its own user', async () => {
    const path = '/dayplanner/james/dayplanner.ics';
    const rejected = await heidi.send('GET', path);
    assert.equal(rejected.status, 401);
    assert.match(rejected.headers.get('www-authenticate') ?? '', /^Basic/);
    assert.equal((await app.anonymous.send('GET', path, basicHeaders('james'))).status, 200);
    assert.equal((await app.anonymous.send('GET', path, basicHeaders('james', 'wrong'))).status, 401);
  });
});
