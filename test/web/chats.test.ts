import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp } from '../support/app.ts';
import { browse, type Shown } from '../support/browse.ts';
import { createPicture } from '../support/pictures.ts';

const app = await startTestApp();
const [ada, bob, cem] = [await app.newcomer('ada'), await app.newcomer('bob'), await app.newcomer('cem')];
const [adaBrowser, bobBrowser, cemBrowser] = [browse(app, ada), browse(app, bob), browse(app, cem)];

const appointment = {
  title: 'Cards',
  info: 'Bring a deck.',
  startTime: '2025-03-04T20:00',
  endTime: '2025-03-04T22:00',
  location: 'Deck 5',
};

async function start(kind: string, form: Record<string, string>): Promise<string> {
  const {
    location = '',
    status,
    body,
  } = await adaBrowser.send(`/chats/new?kind=${kind}`, { action: 'create', ...form });
  assert.equal(status, 303, body);
  return location;
}

describe('starting', () => {
  test('a chat reaches the named people', async () => {
    const path = await start('chat', { fezType: 'closed', people: '@bob cem', title: 'Dinner', text: 'At eight?' });
    assert.match((await bobBrowser.open('/chats')).body, /Dinner[\s\S]*class="badge"/);
    assert.match((await bobBrowser.open(path)).body, /At eight\?/);
    await bobBrowser.send(path, { action: 'post', text: 'Gladly' });
    assert.match((await adaBrowser.open(path)).body, /Gladly/);
  });

  test('with an unknown name comes back with the typed text', async () => {
    const form = { action: 'create', fezType: 'closed', people: 'unknown-user', title: 'Hm', text: 'Long text' };
    const { status, body } = await adaBrowser.send('/chats/new', form);
    assert.equal(status, 404);
    assert.match(body, /aria-invalid="true"[\s\S]*unknown-user[\s\S]*Long text/);
  });

  test('an appointment keeps its time by the ship’s clock, even when edited', async () => {
    const path = await start('private', { fezType: 'privateEvent', people: 'bob', ...appointment });
    assert.match((await bobBrowser.open(path)).body, /4 March, <time[^>]*>20:00<\/time> to <time[^>]*>22:00/);
    const edit = await adaBrowser.open(`${path}/edit`);
    assert.match(edit.body, /value="2025-03-04T20:00"/);
    const saved = { action: 'save', fezType: 'privateEvent', ...appointment, startTime: '2025-03-04T21:00' };
    assert.equal((await adaBrowser.send(`${path}/edit`, saved)).location, path);
    assert.match((await bobBrowser.open(path)).body, /<time[^>]*>21:00<\/time> to <time[^>]*>22:00/);
  });

  for (const [kind, fezType] of [
    ['group', 'meetup'],
    ['private', 'privateEvent'],
    ['personal', 'personalEvent'],
  ] as const)
    test(`a ${fezType} that ends before it begins is rejected next to the field, new or changed`, async () => {
      const wrong = { ...appointment, fezType, endTime: '2025-03-04T19:59' };
      const assertRejected = ({ status, body }: Shown, action: string) => {
        assert.equal(status, 400);
        assert.match(body, new RegExp(`id="${action}-endTime"[^>]* value="2025-03-04T19:59"[^>]* aria-invalid="true"`));
        assert.match(body, new RegExp(`id="${action}-endTime-wrong">.*end is before the start\\. Choose a later end`));
      };
      assertRejected(await adaBrowser.send(`/chats/new?kind=${kind}`, { action: 'create', ...wrong }), 'create');
      const path = await start(kind, { ...appointment, fezType, endTime: appointment.startTime });
      assertRejected(await adaBrowser.send(`${path}/edit`, { action: 'save', ...wrong }), 'save');
    });

  test('an appointment without an end time gets an error next to the form', async () => {
    const form = { action: 'create', fezType: 'meetup', ...appointment };
    const endAt = async (endTime: string) => {
      const { status, body } = await adaBrowser.send('/chats/new?kind=group', { ...form, endTime });
      assert.equal(status, 400, endTime);
      return body;
    };
    assert.match(await endAt('soon'), /value="soon"[\s\S]*id="create-endTime-wrong">.*must be a date and time/);
    assert.match(await endAt(''), /role="alert"/);
  });

  test('a reminder is only in the user’s own plan, can be added to a calendar, and deleted', async () => {
    const path = await start('personal', { fezType: 'personalEvent', ...appointment });
    assert.equal((await bobBrowser.open(path)).status, 404);
    const link = new RegExp(`href="${path}[#"]`);
    assert.match((await adaBrowser.open('/schedule/3?following=true')).body, link);
    assert.doesNotMatch((await bobBrowser.open('/schedule/3?following=true')).body, link);
    assert.match((await adaBrowser.open(`${path}/calendar`)).body, /BEGIN:VCALENDAR[\s\S]*SUMMARY:Cards/);
    assert.equal((await bobBrowser.open(`${path}/calendar`)).status, 404);
    assert.equal((await adaBrowser.send(`${path}/edit`, { delete: '' })).location, '/chats');
    assert.equal((await adaBrowser.open(path)).status, 404);
    assert.doesNotMatch((await adaBrowser.open('/schedule/3?following=true')).body, link);
  });
});

describe('a group', () => {
  const form = { fezType: 'gaming', ...appointment, minCapacity: '2', maxCapacity: '2' };

  test('can be joined while it has space; later people wait and move up', async () => {
    const path = await start('group', form);
    assert.match((await bobBrowser.open('/groups')).body, /Cards/);
    await bobBrowser.send(path, { join: '' });
    assert.match((await cemBrowser.open(path)).body, /Join the waiting list/);
    await cemBrowser.send(path, { join: '' });
    assert.match((await adaBrowser.open(path)).body, /Waiting list[\s\S]*cem/);
    await bobBrowser.send(path, { leave: '' });
    assert.doesNotMatch((await adaBrowser.open(path)).body, /Waiting list/);
    assert.match((await adaBrowser.open(path)).body, /cem/);
  });

  test('lets only its owner manage members and texts', async () => {
    const path = await start('group', form);
    assert.equal((await adaBrowser.send(`${path}/edit`, { action: 'add', people: 'bob' })).status, 303);
    assert.match((await bobBrowser.open(path)).body, /name="leave"/);
    assert.doesNotMatch((await bobBrowser.open(path)).body, new RegExp(`href="${path}/edit"`));
    assert.equal((await bobBrowser.send(`${path}/edit`, { remove: ada.userID })).status, 403);
    const renamed = { action: 'save', ...form, title: 'Dice' };
    assert.equal((await bobBrowser.send(`${path}/edit`, renamed)).status, 403);
    assert.match((await bobBrowser.open(path)).body, /<h1[^>]*>[^<]*Cards/);
    assert.equal((await adaBrowser.send(`${path}/edit`, renamed)).location, path);
    assert.match((await bobBrowser.open(path)).body, /<h1[^>]*>[^<]*Dice/);
    await adaBrowser.send(`${path}/edit`, { remove: bob.userID });
    assert.match((await bobBrowser.open(path)).body, /name="join"/);
  });

  test('can be cancelled, visible to everyone', async () => {
    const path = await start('group', form);
    await bobBrowser.send(path, { join: '' });
    assert.doesNotMatch((await bobBrowser.open(path)).body, /This event was cancelled/);
    await adaBrowser.send(`${path}/edit`, { cancel: '' });
    for (const browser of [adaBrowser, bobBrowser, cemBrowser])
      assert.match((await browser.open(path)).body, /This event was cancelled/);
  });

  test('accepts a picture with a message; authors can delete their messages', async () => {
    const path = await start('group', form);
    const images = new Blob([new Uint8Array(await createPicture())], { type: 'image/png' });
    await adaBrowser.send(path, { action: 'post', text: 'The table', images });
    const fezID = path.replace('/chats/', '');
    const { members } = await ada.get(fezApi.read, { params: { fezID } });
    const [post] = members?.posts ?? [];
    assert.match((await adaBrowser.open(path)).body, new RegExp(`image/thumb/${post?.image}`));
    await bobBrowser.send(path, { join: '' });
    assert.equal((await bobBrowser.send(path, { delete: String(post?.postID) })).status, 403);
    assert.match((await adaBrowser.open(path)).body, /The table/);
    await adaBrowser.send(path, { delete: String(post?.postID) });
    assert.doesNotMatch((await adaBrowser.open(path)).body, /The table/);
  });

  test('can be made a favorite and muted', async () => {
    const path = await start('group', form);
    await adaBrowser.send(path, { favorite: '' });
    assert.match((await adaBrowser.open(path)).body, /name="unfavorite" aria-pressed="true"/);
    const link = new RegExp(`href="${path}[#"]`);
    assert.match((await adaBrowser.open('/chats?favorite=true')).body, link);
    await adaBrowser.send(path, { unfavorite: '' });
    assert.doesNotMatch((await adaBrowser.open('/chats?favorite=true')).body, link);
    await adaBrowser.send(path, { mute: '' });
    assert.match((await adaBrowser.open(path)).body, /name="unmute"/);
  });
});

describe('before joining', () => {
  const form = { fezType: 'gaming', ...appointment, minCapacity: '2', maxCapacity: '5' };
  /** Returns the text of a page, without its markup. */
  const textOf = (body: string) => (/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? '').replace(/<[^>]*>|\s+/g, ' ');

  test('a group shows its kind, time, place, size and owner above the button', async () => {
    const path = await start('group', form);
    const { body } = await bobBrowser.open(path);
    const text = textOf(body).replace(/ +/g, ' ');
    for (const fact of ['Cards', 'Tuesday 4 March', '20:00 to 22:00', 'Deck 5', '1 of 5', 'minimum 2', 'ada']) {
      assert.ok(text.includes(fact), `${fact}: ${text}`);
      assert.ok(text.indexOf(fact) < text.indexOf('Join'), `${fact} comes before Join: ${text}`);
    }
    assert.ok(text.indexOf('Bring a deck.') < text.indexOf('Join'), text);
    assert.doesNotMatch(body, /<details/);
  });

  test('an unlisted private event shows the same', async () => {
    const path = await start('private', { fezType: 'privateEvent', people: 'bob', ...appointment, isUnlisted: 'on' });
    assert.match(textOf((await cemBrowser.open(path)).body), /Tuesday 4 March.*Deck 5.*Bring a deck\..* Join/s);
  });

  test('a user who left a private event sees no details and can’t join', async () => {
    const path = await start('private', { fezType: 'privateEvent', people: 'bob', ...appointment });
    await bobBrowser.send(path, { leave: '' });
    const { body } = await bobBrowser.open(path);
    assert.doesNotMatch(body, /Bring a deck|Deck 5|name="join"/);
  });

  test('a moderator reading along can join, but not leave', async () => {
    const path = await start('group', form);
    const moderator = browse(app, await app.atLevel('moderator'));
    assert.match((await moderator.open(path)).body, /name="join"/);
    assert.doesNotMatch((await moderator.open(path)).body, /name="leave"/);
    await moderator.send(path, { join: '' });
    assert.match((await moderator.open(path)).body, /name="leave"/);
  });
});

describe('the list of chats', () => {
  const countMarks = (body: string) => body.match(/<br><span class="badge">/g)?.length ?? 0;
  const readBadge = (body: string) => Number(/id="unread-chats"> <span class="badge">(\d+)/.exec(body)?.[1] ?? 0);

  test('marks chats that the badge counts: those with new messages, and newly added ones', async () => {
    const [dee, eve] = [await app.newcomer('dee'), await app.newcomer('eve')];
    const deeBrowses = browse(app, dee);
    const chatWithDee = async (title: string) => {
      const body = { title, info: '', minCapacity: 0, maxCapacity: 0, initialUsers: [dee.userID] };
      return (await eve.get(fezApi.create, { body: { fezType: 'open', ...body } })).fezID;
    };
    const post = (fezID: string) => eve.get(fezApi.post, { params: { fezID }, body: { text: 'Hello', images: [] } });
    const open = (fezID: string) => dee.get(fezApi.read, { params: { fezID } });
    const mute = (fezID: string) => dee.get(fezApi.mute, { params: { fezID } });

    await chatWithDee('Added to');
    const unread = await chatWithDee('Unread');
    await open(unread);
    for (let count = 0; count < 3; count += 1) await post(unread);
    await open(await chatWithDee('Read'));
    const mutedBefore = await chatWithDee('Muted before');
    await open(mutedBefore);
    await mute(mutedBefore);
    await post(mutedBefore);
    const mutedAfter = await chatWithDee('Muted after');
    await open(mutedAfter);
    await post(mutedAfter);
    await mute(mutedAfter);

    for (const path of ['/chats', '/chats?onlynew=true', '/']) {
      const { body } = await deeBrowses.open(path);
      assert.equal(countMarks(body), 3, path);
      assert.equal(readBadge(body), 3, path);
      assert.match(body, />Added to<[\s\S]*?badge">New<[\s\S]*?<\/li>/, path);
      assert.match(body, />Unread<\/a>[\s\S]*?badge">3<[\s\S]*?<\/li>/, path);
      assert.match(body, />Muted after<[\s\S]*?badge">1<[\s\S]*?<\/li>/, path);
    }
    for (const fezID of [unread, mutedAfter]) await open(fezID);
    const { body } = await deeBrowses.open('/chats');
    assert.equal(countMarks(body), 1);
    assert.equal(readBadge(body), 1);
  });
});
