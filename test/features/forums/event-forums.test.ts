import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forumsApi } from '#features/forums/api.ts';
import { pruneEventForums } from '#features/forums/index.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { findInconsistencies } from '../../../src/app/verify.ts';
import { startTestApp } from '../../support/app.ts';
import { openShip } from '../../support/ship.ts';
import { calendarOf, type FileEvent, forced } from '../schedule/support.ts';
import { findCategoryID, linesIn, start, textsOf, titles, titlesOf, write } from './support.ts';

const app = await startTestApp();
const [james, moderator] = [await app.logIn('james'), await app.atLevel('moderator')];
const official = await findCategoryID(moderator, 'Event Forums');
const shadow = await findCategoryID(moderator, 'Shadow Event Forums');

const trivia: FileEvent = {
  start: '20250303T190000Z',
  end: '20250303T200000Z',
  lines: ['LOCATION:Lido', 'DESCRIPTION:Bring a pen.', 'CATEGORIES:GAMING'],
};
const crafts: FileEvent = {
  start: '20250302T170000Z',
  end: '20250303T180000Z',
  lines: ['LOCATION:Deck 5', 'DESCRIPTION:Wool.', 'CATEGORIES:SHADOW CRUISE'],
};
const take = (events: Record<string, FileEvent>) => importSchedule(app.context, calendarOf(events), forced);
const eventID = async (uid: string) =>
  (await app.anonymous.get(scheduleApi.list)).find((event) => event.uid === uid)?.eventID ?? '';
const openOf = async (id: string) =>
  james.call(forumsApi.readOfEvent, { params: { eventID: id }, query: { start: 0 } });

test('every event of the first schedule has a forum, sorted by start (forums rules B13 and B51)', async () => {
  const events = await app.anonymous.get(scheduleApi.list);
  const lines = [...(await linesIn(james, official)), ...(await linesIn(james, shadow))];
  assert.equal(lines.length, events.length);
  assert.deepEqual(new Set(lines.map(({ eventID }) => eventID)), new Set(events.map(({ eventID }) => eventID)));
  const starts = (await linesIn(james, official)).map(({ eventTime = '' }) => eventTime);
  assert.deepEqual(starts, [...starts].sort());
  const backwards = (await linesIn(james, official, { order: 'descending' })).map(({ eventTime = '' }) => eventTime);
  assert.deepEqual(backwards, [...starts].sort().reverse());
});

test('forums of events that the reader has muted come last, each part in the order of the starts', async () => {
  const reader = await app.newcomer('muter');
  const listIDs = async () => (await linesIn(reader, official)).map(({ forumID }) => forumID);
  const ids = await listIDs();
  const muted = ids.filter((_, index) => index % 3 === 0);
  for (const forumID of muted) await reader.get(forumsApi.mute, { params: { forumID } });
  assert.deepEqual(await listIDs(), [...ids.filter((_, index) => index % 3 !== 0), ...muted]);
});

test('a new event gets a forum of the importing account whose first post tells what, when and where', async () => {
  take({ trivia, crafts });
  const { body } = await openOf(await eventID('trivia'));
  assert.deepEqual(
    [body.title, body.creator.username, body.categoryID, body.isLocked],
    ['Event trivia', 'admin', official, false],
  );
  assert.deepEqual(textsOf(body), ['Event trivia\n\nGaming Event\nMon, 2:00 PM - 3:00 PM EST\nLido\n\nBring a pen.']);
  assert.equal('images' in (body.posts[0] ?? {}), false);
  const other = (await openOf(await eventID('crafts'))).body;
  assert.equal(other.categoryID, shadow);
  assert.deepEqual(textsOf(other), ['Event crafts\n\nShadow Event\nSun, 12:00 PM - Mon, 1:00 PM\nDeck 5\n\nWool.']);
  const [line] = (await linesIn(james, official)).filter(({ title }) => title === 'Event trivia');
  assert.deepEqual(
    [line?.eventTime, line?.timeZone, line?.timeZoneID, line?.eventID],
    ['2025-03-03T19:00:00.000Z', 'EST', 'America/New_York', await eventID('trivia')],
  );
  const { body: sameForum } = await james.send('GET', `/api/v3/events/${await eventID('trivia')}/forum`);
  assert.equal(sameForum.forumID, body.forumID);
});

test('a changed event renames its forum and rewrites its first post (schedule rule 48)', async () => {
  const id = await eventID('trivia');
  const { forumID } = (await openOf(id)).body;
  await write(james, { forumID }, 'see you');
  take({ trivia: { ...trivia, start: '20250303T193000Z' }, crafts });
  const { body } = await openOf(id);
  assert.deepEqual([body.forumID, body.title], [forumID, '(Mon, 14:30) Event trivia']);
  assert.deepEqual(textsOf(body), [
    'Event trivia\n\nGaming Event\nMon, 2:30 PM - 3:00 PM EST\nLido\n\nBring a pen.',
    'see you',
  ]);
});

test('events with the same start are sorted by event title, not forum title (forums rule B13)', async () => {
  const later = { ...trivia, start: '20250303T193000Z' };
  take({ trivia, crafts, zebras: later, aardvarks: later });
  take({ trivia, crafts, zebras: { ...later, lines: ['LOCATION:Library'] }, aardvarks: later });
  const listed = async (order: string) =>
    titlesOf(await linesIn(james, official, { order })).filter((title) => /zebras|aardvarks/.test(title));
  assert.deepEqual(await listed('ascending'), ['Event aardvarks', '(Mon, 14:30) Event zebras']);
  assert.deepEqual(await listed('descending'), ['(Mon, 14:30) Event zebras', 'Event aardvarks']);
  take({ trivia: later, crafts });
});

test('a deleted event’s forum stays until it’s pruned, and an import restores both (forums rule B52)', async () => {
  const id = await eventID('crafts');
  const { forumID } = (await openOf(id)).body;
  await write(james, { forumID }, 'hello @sam');
  take({ trivia });
  const [line] = (await linesIn(james, shadow)).filter((one) => one.forumID === forumID);
  assert.deepEqual([line?.title, line?.eventID, line?.eventTime], ['Event crafts', undefined, undefined]);
  assert.equal((await openOf(id)).status, 404, 'there is no such event any more (forums rule B19)');
  assert.ok((await titles(james, 'search', { posted: true })).includes('Event crafts'));
  assert.ok(pruneEventForums(app.context) > 0);
  assert.equal(pruneEventForums(app.context), 0);
  assert.deepEqual(titlesOf(await linesIn(james, shadow)).includes('Event crafts'), false);
  assert.equal((await openOf(id)).status, 404);
  take({ trivia, crafts });
  const { body } = await openOf(id);
  assert.deepEqual(
    [body.forumID, body.title, textsOf(body).at(-1)],
    [forumID, '(Sun, 12:00) Event crafts', 'hello @sam'],
  );
  assert.deepEqual(await findInconsistencies(app.context), []);
});

test('forums that users start there have no event and come last', async () => {
  const thread = await start(moderator, official, 'About all events');
  assert.deepEqual(titlesOf(await linesIn(james, official)).at(-1), 'About all events');
  assert.equal(thread.eventID, undefined);
});

test('the command reports how many forums it deleted; the first start creates missing event forums', async () => {
  const ship = openShip();
  try {
    const first = ship.file('first.ics', calendarOf({ trivia, crafts }));
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
    assert.deepEqual(titlesOf(forumThreads), ['Event crafts', 'Event trivia']);
    const second = ship.file('second.ics', calendarOf({ trivia }));
    assert.equal((await ship.run(['import', 'schedule', second, '--force'])).code, 0);
    const { code, stdout } = await ship.run(['prune-event-forums']);
    assert.deepEqual([code, stdout.trim()], [0, 'Deleted 1 thread.']);
    await service.end('SIGTERM');
  } finally {
    ship.close();
  }
});
