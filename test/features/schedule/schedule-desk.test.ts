import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import { lockSchedule } from '#features/schedule/desk/lock-schedule.ts';
import { importSchedule, undoChange } from '#features/schedule/index.ts';
import { maxUploadBytes } from '#features/schedule/records.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { buildCalendarOf, type FileEvent, forcedOptions, getDifference } from './support.ts';

const app = await startTestApp();
const [tho, devteam, james, moderator] = [
  await app.atLevel('tho'),
  await app.atLevel('devteam'),
  await app.logIn('james'),
  await app.atLevel('moderator'),
];

/**
 * Returns a calendar of events by letters, on 3 March 2025 at noon in New York; some with another start or further
 * lines.
 */
const buildCalendar = (letters: string, further: Readonly<Record<string, Partial<FileEvent>>> = {}): string =>
  buildCalendarOf(
    Object.fromEntries(
      [...letters].map((letter) => [
        letter,
        { start: '20250303T170000Z', end: '20250303T180000Z', ...further[letter] },
      ]),
    ),
  );
const laterTimes = { start: '20250303T190000Z', end: '20250303T200000Z' };
const moveToLocation = (location: string) => ({ lines: [`LOCATION:${location}`] });

const upload = (schedule: string, user = devteam) => user.get(deskApi.uploadSchedule, { body: { schedule } });
const compareSchedule = (user = devteam) => getDifference(user);
const tryToApply = (user: User, query: Record<string, boolean> = {}) => user.call(deskApi.applySchedule, { query });
const applySchedule = (query: Record<string, boolean> = {}, user = devteam) =>
  user.get(deskApi.applySchedule, { query });
const listEvents = () => app.anonymous.get(scheduleApi.list);
const listUIDs = async () => (await listEvents()).map(({ uid }) => uid).join('');
const readNewestEntry = async () => (await devteam.get(deskApi.scheduleLog))[0]?.entryID ?? 0;
const getEvent = async (uid: string) => app.anonymous.get(scheduleApi.event, { params: { event_id: uid } });
const openThread = async (uid: string) =>
  james.get(forumsApi.readOfEvent, { params: { eventID: (await getEvent(uid)).eventID }, query: { start: 0 } });
const listTextsIn = async (uid: string) => (await openThread(uid)).posts.map(({ text }) => text);

test('without an upload there’s nothing to compare or apply (schedule rule 42)', async () => {
  for (const endpoint of [deskApi.compareSchedule, deskApi.applySchedule]) {
    const { status, reason } = await devteam.call(endpoint);
    assert.deepEqual([status, reason], [400, 'No schedule has been uploaded yet.']);
  }
  assert.deepEqual(await devteam.get(deskApi.scheduleLog), []);
});

describe('the schedule desk', () => {
  // Each test begins with these events and without uploads of other tests.
  beforeEach(() => {
    importSchedule(app.context, buildCalendar('abc'), forcedOptions);
  });

  test('stores an unreadable file and rejects it on use; rejects a large one at once (schedule rule 41)', async () => {
    for (const schedule of ['hello', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\nEND:VEVENT\n', 'B\0E\0G\0I\0N\0']) {
      await upload(schedule);
      for (const endpoint of [deskApi.compareSchedule, deskApi.applySchedule]) {
        const { status, reason } = await devteam.call(endpoint);
        assert.equal(status, 400);
        assert.match(reason, /^Line 1|^Line 2/);
      }
    }
    const tooLarge = await devteam.call(deskApi.uploadSchedule, { body: { schedule: 'x'.repeat(maxUploadBytes) } });
    assert.equal(tooLarge.status, 413);
    assert.equal(await listUIDs(), 'abc');
  });

  test('treats blank text as a calendar without events, so that everything can be deleted', async () => {
    await upload(' \r\n');
    assert.equal((await compareSchedule()).deletedEvents.length, 3);
    await applySchedule();
    assert.equal(await listUIDs(), 'abc');
    await applySchedule({ processDeletes: true });
    assert.equal(await listUIDs(), '');
  });

  test('reads kinds, booleans and log ids strictly (schedule rules 42 and 51)', async () => {
    await upload(buildCalendar('abc'));
    const path = '/api/v3/admin/schedule';
    assert.equal((await devteam.send('POST', `${path}/verify?kind=events`)).status, 200);
    assert.equal((await devteam.send('GET', `${path}/verify`)).status, 200);
    assert.equal((await devteam.send('POST', `${path}/verify?kind=songs`)).status, 400);
    assert.equal((await devteam.send('POST', `${path}/verify?kind=performers`)).status, 400, 'without a list of them');
    assert.equal((await devteam.send('POST', `${path}/update/apply?processDeletes=perhaps`)).status, 400);
    assert.equal((await devteam.send('GET', `${path}/viewlog/first`)).status, 400);
    assert.equal((await devteam.send('GET', `${path}/viewlog/999999`)).status, 404);
  });

  test('applies and logs changes, and deletes only on request (schedule rules 45 to 50)', async () => {
    const eventID = (await getEvent('a')).eventID;
    await james.get(scheduleApi.addFavorite, { params: { event_id: eventID } });
    importSchedule(app.context, buildCalendar('bc'), forcedOptions);
    await upload(buildCalendar('abx', { b: moveToLocation('Lido') }));
    await applySchedule();
    assert.equal(await listUIDs(), 'abcx');
    assert.equal((await getEvent('b')).location, 'Lido');
    assert.deepEqual(
      (await james.get(scheduleApi.favorites)).map((event) => event.eventID),
      [eventID],
    );
    const [entry] = await devteam.get(deskApi.scheduleLog);
    const logged = await devteam.get(deskApi.scheduleLogEntry, { params: { schedule_log_id: entry?.entryID ?? 0 } });
    assert.equal(entry?.changeCount, 4);
    assert.deepEqual(
      Object.values(logged).map((events) => events.map(({ uid }) => uid).join('')),
      ['c', 'ax', '', 'b', ''],
    );
    await applySchedule({ processDeletes: true });
    assert.equal(await listUIDs(), 'abx');
    await applySchedule({ processDeletes: true });
    assert.equal((await devteam.get(deskApi.scheduleLog))[0]?.changeCount, 0);
    await james.get(scheduleApi.removeFavorite, { params: { event_id: eventID } });
  });

  test('rejects an apply only if someone else changed events since the verify (decision 78)', async () => {
    await upload(buildCalendar('abcd'));
    await compareSchedule();
    importSchedule(app.context, buildCalendar('abc', { a: laterTimes }), forcedOptions);
    const { status, reason } = await tryToApply(devteam);
    assert.equal(status, 409);
    assert.match(reason, /Others have changed events since this file was compared with them \(entry \d+ of the log\)/);
    await compareSchedule();
    await applySchedule();
    assert.equal(await listUIDs(), 'bcda'.split('').sort().join(''));
    await applySchedule();
    await upload(buildCalendar('abc'));
    importSchedule(app.context, buildCalendar('ab'), forcedOptions);
    await applySchedule();
    assert.equal(await listUIDs(), 'abc');
    await compareSchedule(tho);
    await upload(buildCalendar('abcd'), tho);
    await compareSchedule(tho);
    await applySchedule();
    assert.equal((await tryToApply(tho)).status, 409, 'the other one has applied it meanwhile');
  });

  test('lets one of two concurrent applies win; the other gets 409', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`many-${index}`, laterTimes]));
    await upload(buildCalendarOf(many));
    const applied = await Promise.all([tryToApply(devteam), tryToApply(tho)]);
    assert.deepEqual(applied.map(({ status }) => status).sort(), [200, 409]);
    const rejected = applied.find(({ status }) => status === 409);
    assert.equal(rejected?.reason, 'A schedule change is in progress: try again in a moment.');
    assert.equal((await listEvents()).length, 1_503);
    assert.equal((await devteam.get(deskApi.scheduleLog))[0]?.changeCount, 1_503);
  });

  test('returns 409 to others while one user changes the schedule', async () => {
    await upload(buildCalendar('abc'));
    await lockSchedule(app.context, 'A schedule update', async () => {
      const rejected = [
        await tryToApply(devteam),
        await tho.call(deskApi.uploadSchedule, { body: { schedule: '' } }),
        await tho.call(deskApi.reloadSchedule),
      ];
      for (const { status, reason } of rejected) {
        assert.deepEqual([status, reason], [409, 'A schedule update is in progress: try again in a moment.']);
      }
      assert.equal((await devteam.call(deskApi.compareSchedule)).status, 200, 'looking is not working');
    });
    assert.equal((await compareSchedule()).deletedEvents.length, 0, 'the upload is the old one');
  });

  test('posts notices of changes in the threads on request, as the applying user (schedule rules 45 to 49)', async () => {
    await upload(
      buildCalendar('abn', {
        a: laterTimes,
        b: { end: '20250303T183000Z', lines: ['LOCATION:Lido', 'DESCRIPTION:@james'] },
      }),
    );
    await applySchedule({ processDeletes: true, forumPosts: true }, tho);
    const added = await openThread('n');
    assert.deepEqual(added.posts.map(({ text }) => text).slice(1), ['This event was added to the schedule.']);
    assert.deepEqual([added.creator.username, added.posts[1]?.author.username, added.title], ['THO', 'THO', 'Event n']);
    assert.deepEqual((await listTextsIn('a')).at(-1), 'This event has changed.\nNew start: Mon, 2:00 PM EST');
    assert.deepEqual(
      (await listTextsIn('b')).at(-1),
      'This event has changed.\nNew end: Mon, 1:30 PM EST\nNew location: Lido\nNew info: see the first post.',
    );
    const watcher = await app.newcomer('desk-watcher');
    await watcher.get(forumsApi.watch, { params: { forumID: added.forumID } });
    await upload(buildCalendar('abcd', { a: laterTimes }));
    await applySchedule({ processDeletes: true, forumPosts: true });
    // Users who watch the thread are notified of them (forums rule B75).
    assert.equal((await watcher.send('GET', '/api/v3/notification/global')).body.watchedForumCount, 1);
    assert.deepEqual((await listTextsIn('c')).slice(-2), [
      'This event was removed from the schedule.',
      'This event has changed.\nThe event is back on the schedule.\nTime: Mon, 12:00 PM - 1:00 PM EST\nLocation: ',
    ]);
    const mentions = (await james.send('GET', '/api/v3/notification/global')).body.newForumMentionCount;
    assert.equal(mentions, 0);
  });

  test('makes events name their thread until a moderator deletes it', async () => {
    const { forum = '' } = await getEvent('a');
    assert.equal((await openThread('a')).forumID, forum);
    assert.deepEqual(
      (await listEvents()).filter((event) => event.forum === undefined),
      [],
    );
    await moderator.get(forumsApi.delete, { params: { forumID: forum } });
    assert.equal((await getEvent('a')).forum, undefined);
    await upload(buildCalendar('abc', { a: moveToLocation('Lido') }));
    await applySchedule();
    assert.equal((await getEvent('a')).forum, undefined, 'a change does not bring back what moderators deleted');
    importSchedule(app.context, buildCalendar('bc'), forcedOptions);
    importSchedule(app.context, buildCalendar('abc'), forcedOptions);
    assert.equal((await getEvent('a')).forum, forum, 'but it comes back with its event');
  });
});

describe('undoing a change', () => {
  beforeEach(() => {
    importSchedule(app.context, buildCalendar('abc'), forcedOptions);
  });

  test('keeps what others did since: titles by moderators, threads with posts', async () => {
    await upload(buildCalendar('abcpq', { a: laterTimes }));
    await applySchedule();
    const [{ forum = '' }, { forum: talked = '' }, { forum: silent = '' }] = [
      await getEvent('a'),
      await getEvent('p'),
      await getEvent('q'),
    ];
    await moderator.get(forumsApi.rename, { params: { forumID: forum, title: 'Called so by moderators' } });
    await james.get(forumsApi.post, { params: { forumID: talked }, body: { text: 'Hello', images: [] } });
    undoChange(app.context, await readNewestEntry());
    assert.equal(await listUIDs(), 'abc');
    assert.equal((await openThread('a')).title, 'Called so by moderators');
    const open = (forumID: string) => james.call(forumsApi.read, { params: { forumID } });
    assert.deepEqual([(await open(talked)).status, (await open(silent)).status], [200, 404]);
    undoChange(app.context, await readNewestEntry());
    assert.deepEqual([(await getEvent('p')).forum, (await getEvent('q')).forum], [talked, silent]);
    assert.equal((await open(silent)).status, 200);
  });

  test('sends another notice to users who got one about the change', async () => {
    await upload(buildCalendar('abc', { a: laterTimes }));
    await applySchedule({ forumPosts: true });
    undoChange(app.context, await readNewestEntry());
    assert.deepEqual((await listTextsIn('a')).slice(-2), [
      'This event has changed.\nNew start: Mon, 2:00 PM EST',
      'This event has changed.\nNew start: Mon, 12:00 PM EST',
    ]);
  });

  test('is rejected with the reason if events changed later, and changes nothing', async () => {
    await upload(buildCalendar('abc', { a: laterTimes, b: moveToLocation('Lido') }));
    await applySchedule();
    const first = await readNewestEntry();
    await upload(buildCalendar('abc', { a: laterTimes, b: moveToLocation('Deck 5') }));
    await applySchedule();
    const second = await readNewestEntry();
    const before = await listEvents();
    assert.throws(() => undoChange(app.context, first), {
      name: 'AppError',
      code: 'cannotUndo',
      message: `Entry ${first} of the schedule log can't be undone: "Event b" changed later, by entry ${second}. Undo those changes first.`,
    });
    assert.deepEqual(await listEvents(), before);
    undoChange(app.context, second);
    undoChange(app.context, first);
    assert.equal((await getEvent('b')).location, '');
    assert.throws(() => undoChange(app.context, first), /by entry \d+, which undid entry \d+/);
  });

  test('is an API call too, for the development team, and can be undone in turn (schedule rule 50)', async () => {
    const undo = async (who: User) =>
      who.call(deskApi.undoScheduleChange, { params: { schedule_log_id: await readNewestEntry() } });
    await upload(buildCalendar('ab'));
    await applySchedule({ processDeletes: true });
    assert.equal((await undo(moderator)).status, 403);
    assert.equal((await undo(devteam)).status, 200);
    assert.equal(await listUIDs(), 'abc');
    assert.equal((await undo(devteam)).status, 200);
    assert.equal(await listUIDs(), 'ab');
    const missing = await devteam.call(deskApi.undoScheduleChange, { params: { schedule_log_id: 999_999 } });
    assert.equal(missing.status, 404);
  });

  test("counts as a change by the person who undid it: it overtakes others' comparisons, not their own", async () => {
    const undoNewest = async (who: User) =>
      who.get(deskApi.undoScheduleChange, { params: { schedule_log_id: await readNewestEntry() } });
    await upload(buildCalendar('ab'));
    await applySchedule({ processDeletes: true });
    await upload(buildCalendar('abcd'));
    await compareSchedule();
    await undoNewest(devteam);
    assert.equal((await tryToApply(devteam)).status, 200);
    await upload(buildCalendar('abc'));
    await compareSchedule();
    await undoNewest(tho);
    assert.equal((await tryToApply(devteam)).status, 409);
  });

  test('is rejected for entries that changed nothing or don’t exist', async () => {
    await upload(buildCalendar('abc'));
    await applySchedule();
    const entry = await readNewestEntry();
    assert.throws(() => undoChange(app.context, entry), /it changed nothing\.$/);
    assert.throws(() => undoChange(app.context, 999_999), { code: 'notFound' });
  });
});

test('reading and comparing thousands of events doesn’t delay others', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`crowd-${index}`, laterTimes]));
  await upload(buildCalendarOf(many));
  let isDone = false;
  const compared = compareSchedule().finally(() => {
    isDone = true;
  });
  let answered = 0;
  for (; !isDone; answered += 1) await app.anonymous.send('GET', '/api/v3/client/health');
  assert.equal((await compared).createdEvents.length, 5_000);
  assert.ok(answered > 5, `${answered} calls were answered meanwhile`);
});

test('the log lists the newest hundred', async () => {
  for (let count = 0; count < 101; count += 1) importSchedule(app.context, buildCalendar('abc'), forcedOptions);
  const entries = await devteam.get(deskApi.scheduleLog);
  assert.equal(entries.length, 100);
  assert.deepEqual(
    entries.map(({ entryID }) => entryID),
    entries.map((_, index) => (entries[0]?.entryID ?? 0) - index),
  );
});
