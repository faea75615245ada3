import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { pruneEventForums } from '#features/forums/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { startTestApp } from '../../support/app.ts';
import { openShip } from '../../support/ship.ts';
import { buildCalendarOf, type FileEvent, forcedOptions } from '../schedule/support.ts';
import { findCategoryID, getTexts, getTitles, listLines, listTitles, start, write } from './support.ts';

const app = await startTestApp();
const [james, moderator] = [await app.logIn('james'), await app.atLevel('moderator')];
const officialCategory = await findCategoryID(moderator, 'Event Forums');
const shadowCategory = await findCategoryID(moderator, 'Shadow Event Forums');

const triviaEvent: FileEvent = {
  start: '20250303T190000Z',
  end: '20250303T200000Z',
  lines: ['LOCATION:Lido', 'DESCRIPTION:Bring a pen.', 'CATEGORIES:GAMING'],
};
const craftsEvent: FileEvent = {
  start: '20250302T170000Z',
  end: '20250303T180000Z',
  lines: ['LOCATION:Deck 5', 'DESCRIPTION:Wool.', 'CATEGORIES:SHADOW CRUISE'],
};
const importEvents = (events: Record<string, FileEvent>) =>
  importSchedule(app.context, buildCalendarOf(events), forcedOptions);
const findEventID = async (uid: string) =>
  (await app.anonymous.get(scheduleApi.list)).find((event) => event.uid === uid)?.eventID ?? '';
const openEventForum = async (id: string) =>
  james.call(forumsApi.readOfEvent, { params: { eventID: id }, query: { start: 0 } });

test('every event of the first schedule has a forum, sorted by start (forums rules B13 and B51)', async () => {
  const events = await app.anonymous.get(scheduleApi.list);
  const lines = [...(await listLines(james, officialCategory)), ...(await listLines(james, shadowCategory))];
  assert.equal(lines.length, events.length);
  assert.deepEqual(
    new Set(lines.map(({ eventID: findEventID }) => findEventID)),
    new Set(events.map(({ eventID: findEventID }) => findEventID)),
  );
  const starts = (await listLines(james, officialCategory)).map(({ eventTime = '' }) => eventTime);
  assert.deepEqual(starts, [...starts].sort());
  const backwards = (await listLines(james, officialCategory, { order: 'descending' })).map(
    ({ eventTime = '' }) => eventTime,
  );
  assert.deepEqual(backwards, [...starts].sort().reverse());
});

test('forums of muted events come last; both parts are in order of event start', async () => {
  const reader = await app.newcomer('muter');
  const listIDs = async () => (await listLines(reader, officialCategory)).map(({ forumID }) => forumID);
  const ids = await listIDs();
  const muted = ids.filter((_, index) => index % 3 === 0);
  for (const forumID of muted) await reader.get(forumsApi.mute, { params: { forumID } });
  assert.deepEqual(await listIDs(), [...ids.filter((_, index) => index % 3 !== 0), ...muted]);
});

test('a new event gets a forum of the importing account whose first post has title, time and place', async () => {
  importEvents({ trivia: triviaEvent, crafts: craftsEvent });
  const { body } = await openEventForum(await findEventID('trivia'));
  assert.deepEqual(
    [body.title, body.creator.username, body.categoryID, body.isLocked],
    ['Event trivia', 'admin', officialCategory, false],
  );
  assert.deepEqual(getTexts(body), ['Event trivia\n\nGaming Event\nMon, 2:00 PM - 3:00 PM EST\nLido\n\nBring a pen.']);
  assert.equal('images' in (body.posts[0] ?? {}), false);
  const other = (await openEventForum(await findEventID('crafts'))).body;
  assert.equal(other.categoryID, shadowCategory);
  assert.deepEqual(getTexts(other), ['Event crafts\n\nShadow Event\nSun, 12:00 PM - Mon, 1:00 PM\nDeck 5\n\nWool.']);
  const [line] = (await listLines(james, officialCategory)).filter(({ title }) => title === 'Event trivia');
  assert.deepEqual(
    [line?.eventTime, line?.timeZone, line?.timeZoneID, line?.eventID],
    ['2025-03-03T19:00:00.000Z', 'EST', 'America/New_York', await findEventID('trivia')],
  );
  const { body: sameForum } = await james.send('GET', `/api/v3/events/${await findEventID('trivia')}/forum`);
  assert.equal(sameForum.forumID, body.forumID);
});

test('a changed event renames its forum and rewrites its first post (schedule rule 48)', async () => {
  const id = await findEventID('trivia');
  const { forumID } = (await openEventForum(id)).body;
  await write(james, { forumID }, 'see you');
  importEvents({ trivia: { ...triviaEvent, start: '20250303T193000Z' }, crafts: craftsEvent });
  const { body } = await openEventForum(id);
  assert.deepEqual([body.forumID, body.title], [forumID, '(Mon, 14:30) Event trivia']);
  assert.deepEqual(getTexts(body), [
    'Event trivia\n\nGaming Event\nMon, 2:30 PM - 3:00 PM EST\nLido\n\nBring a pen.',
    'see you',
  ]);
});

test('events with the same start are sorted by event title, not forum title (forums rule B13)', async () => {
  const later = { ...triviaEvent, start: '20250303T193000Z' };
  importEvents({ trivia: triviaEvent, crafts: craftsEvent, zebras: later, aardvarks: later });
  importEvents({
    trivia: triviaEvent,
    crafts: craftsEvent,
    zebras: { ...later, lines: ['LOCATION:Library'] },
    aardvarks: later,
  });
  const listed = async (order: string) =>
    getTitles(await listLines(james, officialCategory, { order })).filter((title) => /zebras|aardvarks/.test(title));
  assert.deepEqual(await listed('ascending'), ['Event aardvarks', '(Mon, 14:30) Event zebras']);
  assert.deepEqual(await listed('descending'), ['(Mon, 14:30) Event zebras', 'Event aardvarks']);
  importEvents({ trivia: later, crafts: craftsEvent });
});

test('a deleted event’s forum stays until it’s pruned, and an import restores both (forums rule B52)', async () => {
  const id = await findEventID('crafts');
  const { forumID } = (await openEventForum(id)).body;
  await write(james, { forumID }, 'hello @sam');
  importEvents({ trivia: triviaEvent });
  const [line] = (await listLines(james, shadowCategory)).filter((one) => one.forumID === forumID);
  assert.deepEqual([line?.title, line?.eventID, line?.eventTime], ['Event crafts', undefined, undefined]);
  assert.equal((await openEventForum(id)).status, 404, 'there is no such event any more (forums rule B19)');
  assert.ok((await listTitles(james, 'search', { posted: true })).includes('Event crafts'));
  assert.ok(pruneEventForums(app.context) > 0);
  assert.equal(pruneEventForums(app.context), 0);
  assert.deepEqual(getTitles(await listLines(james, shadowCategory)).includes('Event crafts'), false);
  assert.equal((await openEventForum(id)).status, 404);
  importEvents({ trivia: triviaEvent, crafts: craftsEvent });
  const { body } = await openEventForum(id);
  assert.deepEqual(
    [body.forumID, body.title, getTexts(body).at(-1)],
    [forumID, '(Sun, 12:00) Event crafts', 'hello @sam'],
  );
  assert.deepEqual(await findInconsistencies(app.context), []);
});

test('forums that users start there belong to no event and come last', async () => {
  const thread = await start(moderator, officialCategory, 'About all events');
  assert.deepEqual(getTitles(await listLines(james, officialCategory)).at(-1), 'About all events');
  assert.equal(thread.eventID, undefined);
});

test('the command reports how many forums it deleted; the first start creates missing event forums', async () => {
  const ship = openShip();
  try {
    const first = ship.file('first.ics', buildCalendarOf({ trivia: triviaEvent, crafts: craftsEvent }));
    assert.equal((await ship.run(['import', 'schedule', first])).code, 0);
    const service = await ship.serve();
    const login = await fetch(`${service.url}/api/v3/auth/login`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('james:password').toString('base64')}` },
    });
    const { token } = (await login.json()) as { token: string };
    const unread = await fetch(`${service.url}/api/v3/forum/unread?sort=title`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { forumThreads } = (await unread.json()) as { forumThreads: { title: string }[] };
    assert.deepEqual(getTitles(forumThreads), ['Event crafts', 'Event trivia']);
    const second = ship.file('second.ics', buildCalendarOf({ trivia: triviaEvent }));
    assert.equal((await ship.run(['import', 'schedule', second, '--force'])).code, 0);
    const { code, stdout } = await ship.run(['prune-event-forums']);
    assert.deepEqual([code, stdout.trim()], [0, 'Deleted 1 thread.']);
    await service.end('SIGTERM');
  } finally {
    ship.close();
  }
});
