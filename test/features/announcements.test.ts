import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcementsApi } from '#features/announcements/api.ts';
import { startTestApp } from '../support/app.ts';
import { openSocket } from '../support/socket.ts';

const app = await startTestApp();
const later = (hours: number) => new Date(app.clock.now().getTime() + hours * 60 * 60 * 1000).toISOString();
const announce = async (level: 'devteam' | 'tho' | 'admin', body: Record<string, unknown>) =>
  (await app.atLevel(level)).call(announcementsApi.create, { body: { displayUntil: later(5), ...body } });
const texts = async () => (await app.nobody.get(announcementsApi.list)).map(({ text }) => text);

test('an announcement is there for everybody, newest first, until its time is over', async () => {
  assert.equal((await announce('tho', { text: 'first\r\nline', displayUntil: later(1) })).status, 201);
  assert.equal((await announce('tho', { text: 'second' })).status, 201);
  assert.deepEqual(await texts(), ['second', 'first\nline']);
  app.clock.advance({ hours: 2 });
  assert.deepEqual(await texts(), ['second']);
});

test('past and deleted ones show only to the team, on request', async () => {
  const tho = await app.atLevel('tho');
  await announce('tho', { text: 'taken back' });
  const [{ id } = { id: 0 }] = await tho.get(announcementsApi.list);
  const params = { announcementID: id };
  assert.equal((await tho.call(announcementsApi.delete, { params })).status, 204);
  assert.equal((await tho.call(announcementsApi.delete, { params })).status, 404);
  assert.equal((await texts()).includes('taken back'), false);
  const query = { inactives: true };
  const all = await tho.get(announcementsApi.list, { query });
  assert.equal(all.find((one) => one.id === id)?.isDeleted, true);
  const ordinary = await (await app.logIn('james')).get(announcementsApi.list, { query });
  assert.equal(
    ordinary.some((one) => one.id === id),
    false,
  );
  assert.equal((await tho.get(announcementsApi.read, { params })).text, 'taken back');
});

test('an edit changes text and end, keeps the author and brings a deleted one back', async () => {
  const devteam = await app.atLevel('devteam');
  const tho = await app.atLevel('tho');
  await announce('devteam', { text: 'draft' });
  const [{ id, author } = { id: 0, author: { username: '' } }] = await devteam.get(announcementsApi.list);
  const params = { announcementID: id };
  await tho.call(announcementsApi.delete, { params });
  const body = { text: 'final', displayUntil: later(3), postAsUser: 'tho' };
  const edited = await tho.get(announcementsApi.edit, { params, body });
  assert.equal(edited.text, 'final');
  assert.equal(edited.isDeleted, false);
  assert.equal(edited.author.username, author.username);
  assert.equal(edited.displayUntil, body.displayUntil);
});

test('who may announce in whose name is fixed by level', async () => {
  const allowed = {
    devteam: ['self', 'devteam', 'ADMIN'],
    tho: ['self', 'THO', 'admin'],
    admin: ['self', 'devteam', 'tho', 'admin'],
  };
  for (const [level, names] of Object.entries(allowed)) {
    for (const postAsUser of ['self', 'devteam', 'tho', 'admin', 'moderator', 'james']) {
      const isAllowed = names.some((name) => name.toLowerCase() === postAsUser);
      const reply = await announce(level as 'tho', { text: `as ${postAsUser}`, postAsUser });
      assert.equal(reply.status, isAllowed ? 201 : 403, `${level} as ${postAsUser}`);
    }
  }
  await announce('devteam', { text: 'from the team', postAsUser: 'devteam' });
  assert.equal((await app.nobody.get(announcementsApi.list))[0]?.author.username, 'DevTeam');
});

test('an announcement needs text and a time to come', async () => {
  const past = await announce('tho', { text: 'too late', displayUntil: later(-1) });
  assert.ok(past.fieldErrors?.displayUntil);
  assert.ok((await announce('tho', { text: '' })).fieldErrors?.text);
  assert.ok((await announce('tho', { text: 'x'.repeat(2000) })).fieldErrors?.text);
});

test('everybody who is connected hears of a new announcement, and of nothing else', async () => {
  const james = await app.logIn('james');
  const socket = await openSocket(app.url, '/api/v3/notification/socket', james.token);
  await announce('tho', { text: 'hear, hear' });
  const [newest] = await james.get(announcementsApi.list);
  assert.deepEqual(await socket.next(), {
    type: { announcement: {} },
    info: 'hear, hear',
    contentID: String(newest?.id),
  });
  const tho = await app.atLevel('tho');
  const params = { announcementID: newest?.id ?? 0 };
  await tho.get(announcementsApi.edit, { params, body: { text: 'changed', displayUntil: later(3) } });
  await announce('tho', { text: 'the next one' });
  assert.equal((await socket.next()).info, 'the next one', 'an edit is told to nobody');
  socket.close();
});
