import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { announcementsApi } from '#features/announcements/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { importSchedule } from '#features/schedule/index.ts';
import { buildCalendarOf, forcedOptions } from '../features/schedule/support.ts';
import { startTestApp } from '../support/app.ts';
import { openPhone, test } from '../support/browser.ts';
import { createPicture } from '../support/pictures.ts';
import { visit } from './visitor.ts';

const app = await startTestApp();
const team = visit(app, await app.atLevel('devteam'));
const office = visit(app, await app.atLevel('tho'));
const passenger = visit(app, await app.newcomer('passenger'));

/** Returns the value of a field of a page. */
const readField = (body: string, name: string): string =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(body)?.[1] ?? '';

describe('announcements', () => {
  const path = '/staff/announcements';

  test('are created, changed, deleted and restored', async () => {
    const displayUntil = readField((await team.open(path)).body, 'displayUntil');
    assert.match(displayUntil, /^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    const made = await team.send(path, { action: 'create', text: 'Drill at ten', displayUntil, postAsUser: 'admin' });
    assert.equal(made.location, `${path}?done`);
    assert.match((await passenger.open('/')).body, /Drill at ten/);

    const [announcement] = await app.anonymous.get(announcementsApi.list);
    const page = `${path}/${announcement?.id}`;
    assert.equal(announcement?.author.username, 'admin');
    assert.equal(readField((await team.open(page)).body, 'displayUntil'), displayUntil);
    await team.send(page, { action: 'edit', text: 'Drill at eleven', displayUntil });
    assert.match((await passenger.open('/')).body, /Drill at eleven/);
    await team.send(page, { remove: '' });
    assert.doesNotMatch((await passenger.open('/')).body, /Drill at eleven/);
    assert.match((await team.open(path)).body, /deleted/);
    await team.send(page, { action: 'edit', text: 'Drill after all', displayUntil });
    assert.match((await passenger.open('/')).body, /Drill after all/);
  });

  test('with an end time in the past are shown again with the typed text', async () => {
    const past = { action: 'create', text: 'Too late', displayUntil: '2020-01-01T10:00', postAsUser: 'self' };
    const refused = await team.send(path, past);
    assert.equal(refused.status, 400);
    assert.match(refused.body, /Too late.*id="create-displayUntil-wrong"/s);
  });

  test('can’t be posted in the name of others', async () => {
    assert.doesNotMatch((await team.open(path)).body, /value="tho"/);
    const displayUntil = readField((await team.open(path)).body, 'displayUntil');
    const forged = await team.send(path, { action: 'create', text: 'Forged', displayUntil, postAsUser: 'tho' });
    assert.equal(forged.status, 403);
    assert.equal((await visit(app, await app.atLevel('moderator')).open(path)).status, 403);
  });
});

test('a day gets a theme with a picture, which stays until it’s replaced', async () => {
  const path = '/staff/themes';
  const image = new Uint8Array(await createPicture());
  const theme = { action: 'create', title: 'Stripes', info: 'Wear stripes', cruiseDay: '2' };
  assert.equal((await office.send(path, { ...theme, image })).location, `${path}?done`);
  const list = async () => (await app.anonymous.get(dailyThemesApi.list)).find(({ cruiseDay }) => cruiseDay === 2);
  const made = await list();
  assert.deepEqual([made?.title, made?.info], ['Stripes', 'Wear stripes']);
  const page = `${path}/${made?.themeID}`;
  const kept = readField((await office.open(page)).body, 'filename');
  assert.equal(kept, made?.image);
  await office.send(page, { ...theme, action: 'edit', title: 'Dots', filename: kept });
  assert.deepEqual([(await list())?.title, (await list())?.image], ['Dots', kept]);
  const taken = await office.send(path, { ...theme, title: 'Second of a day' });
  assert.equal(taken.status, 409);
  await office.send(page, { remove: '' });
  assert.equal(await list(), undefined);
  assert.equal((await team.open(path)).status, 403);
});

describe('the schedule desk', () => {
  const path = '/staff/schedule';
  const encode = (text: string) => new Uint8Array(Buffer.from(text));
  const titles = async () => (await app.anonymous.get(scheduleApi.list)).map(({ title }) => title).sort();
  const noon = { start: '20250303T170000Z', end: '20250303T180000Z' };
  const evening = { start: '20250303T230000Z', end: '20250304T000000Z' };

  test('shows what a file changes, applies it, undoes it and redoes it', async () => {
    importSchedule(app.context, buildCalendarOf({ a: noon, b: noon }), forcedOptions);
    const file = encode(buildCalendarOf({ a: evening, c: noon }));
    const sent = await team.send(path, { action: 'upload', file });
    assert.equal(sent.location, `${path}/upload`);
    const shown = (await team.open(sent.location)).body;
    assert.match(shown, /Deleted <small>1<.*Event b.*New <small>1<.*Event c.*Time changed <small>1<.*Event a/s);
    assert.deepEqual(await titles(), ['Event a', 'Event b'], 'nothing has changed yet');

    const applied = await team.send(sent.location, { action: 'apply', processDeletes: 'on' });
    assert.match(applied.location, /^\/staff\/schedule\/log\/\d+\?done$/);
    assert.deepEqual(await titles(), ['Event a', 'Event c']);
    const undone = await team.send(applied.location, { undo: '' });
    assert.deepEqual(await titles(), ['Event a', 'Event b']);
    await team.send(undone.location, { undo: '' });
    assert.deepEqual(await titles(), ['Event a', 'Event c']);
    assert.match((await team.open(path)).body, new RegExp(`href="${applied.location.replace('?done', '')}"`));
  });

  test('offers to apply a file with a single change, and nothing without one', async () => {
    importSchedule(app.context, buildCalendarOf({ a: noon, b: noon }), forcedOptions);
    const showUpload = async (events: Parameters<typeof buildCalendarOf>[0]) => {
      await team.send(path, { action: 'upload', file: encode(buildCalendarOf(events)) });
      return (await team.open(`${path}/upload`)).body;
    };
    const single = await showUpload({ a: noon, b: evening });
    assert.match(single, /Apply changes<\/button>.*Time changed <small>1<.*Event b/s);
    const none = await showUpload({ a: noon, b: noon });
    assert.match(none, /The file matches the schedule/);
    assert.doesNotMatch(none, /Apply changes/);
  });

  test('shows old and new values side by side, and how many people follow changed events', async () => {
    const say = (text: string) => [`DESCRIPTION:${text}`, 'LOCATION:Lido'];
    const before = { ...noon, lines: say('Bring your own cup and a warm coat') };
    importSchedule(app.context, buildCalendarOf({ a: before, b: noon, c: noon }), forcedOptions);
    const events = await app.anonymous.get(scheduleApi.list);
    for (const [name, uids] of [
      ['fan', ['a', 'b']],
      ['second-fan', ['a']],
    ] as const) {
      const fan = await app.newcomer(name);
      for (const { uid, eventID } of events)
        if (uids.some((one) => one === uid)) await fan.get(scheduleApi.addFavorite, { params: { event_id: eventID } });
    }
    const after = { ...evening, lines: [say('Bring your own mug and a warm coat')[0] ?? '', 'LOCATION:Library'] };
    await team.send(path, { action: 'upload', file: encode(buildCalendarOf({ a: after, c: noon })) });
    const assertShown = (body: string) => {
      const text = body.replaceAll(/<(?!\/?mark)[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
      assert.match(text, /Deleted 1 Event b Monday 3 March, 12:00 to 13:00 1 person follows this/);
      assert.match(
        text,
        /Time changed 1 Event a Time before Monday 3 March, <mark>12:00<\/mark> to <mark>13:00<\/mark> Time after Monday 3 March, <mark>18:00<\/mark> to <mark>19:00<\/mark> 2 people follow this/,
      );
      assert.match(text, /Place changed 1 Event a Place before <mark>Lido<\/mark> Place after <mark>Library<\/mark>/);
      assert.match(
        text,
        /Description before Bring your own <mark>cup<\/mark> and .* Bring your own <mark>mug<\/mark> and/,
      );
      assert.doesNotMatch(text, /Event c/);
    };
    assertShown((await team.open(`${path}/upload`)).body);
    const { location } = await team.send(`${path}/upload`, { action: 'apply', processDeletes: 'on' });
    assertShown((await team.open(location)).body);

    const { tab } = await openPhone(app.url, { token: (await app.atLevel('devteam')).token, hasScript: false });
    await tab.goto(location);
    const [old, renewed] = await Promise.all(['del', 'ins'].map((name) => tab.locator(name).first().boundingBox()));
    assert.ok(
      old && renewed && old.y + old.height <= renewed.y && old.x === renewed.x,
      'one below the other on a phone',
    );
    await tab.setViewportSize({ width: 1280, height: 800 });
    const [left, right] = await Promise.all(['del', 'ins'].map((name) => tab.locator(name).first().boundingBox()));
    assert.ok(left && right && left.x + left.width <= right.x && left.y === right.y, 'next to each other on a desk');
  });

  test('keeps events that are no longer in the file unless deleting is selected', async () => {
    importSchedule(app.context, buildCalendarOf({ a: noon, b: noon }), forcedOptions);
    await team.send(path, { action: 'upload', file: encode(buildCalendarOf({ a: noon })) });
    await team.send(`${path}/upload`, { action: 'apply' });
    assert.deepEqual(await titles(), ['Event a', 'Event b']);
  });

  test('says what’s wrong with a file, and why a change can’t be undone', async () => {
    const nonsense = await team.send(path, { action: 'upload', file: new Uint8Array([0xff, 0xfe, 0xff]) });
    assert.equal(nonsense.status, 400);
    assert.match(nonsense.body, /role="alert".*This file isn&#39;t UTF-8 text/s);
    await team.send(path, { action: 'upload', file: encode('hello') });
    const unreadable = await team.open(`${path}/upload`);
    assert.equal(unreadable.status, 400);

    importSchedule(app.context, buildCalendarOf({ a: noon }), forcedOptions);
    await team.send(path, { action: 'upload', file: encode(buildCalendarOf({ a: evening })) });
    const { location } = await team.send(`${path}/upload`, { action: 'apply' });
    importSchedule(app.context, buildCalendarOf({ a: noon }), forcedOptions);
    const refused = await team.send(location, { undo: '' });
    assert.equal(refused.status, 409);
    assert.match(refused.body, /changed later/);
  });

  test('is available to the development team and above', async () => {
    const moderator = visit(app, await app.atLevel('moderator'));
    for (const page of [path, `${path}/upload`, `${path}/log/1`])
      assert.equal((await moderator.open(page)).status, 403);
  });
});
