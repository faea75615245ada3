import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usersApi } from '#core/users/api/index.ts';
import { unknownID } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];

const noteInput = ({ userID }: { userID: string }, note?: string) => ({
  params: { userID },
  ...(note !== undefined && { body: { note } }),
});

test('a note is written, replaced and read; replacing it keeps the creation time', async () => {
  const author = await app.newcomer('note-writer');
  const writtenAt = app.clock.now().toISOString();
  const first = await author.call(usersApi.writeNote, noteInput(heidi, 'plays the harp'));
  assert.equal(first.status, 201);
  const targetUser = { userID: heidi.userID, username: 'heidi' };
  assert.deepEqual(first.body, { createdAt: writtenAt, updatedAt: writtenAt, targetUser, note: 'plays the harp' });
  app.clock.advance({ minutes: 5 });
  const second = await author.call(usersApi.writeNote, noteInput(heidi, 'plays the flute'));
  assert.equal(second.status, 201);
  const changed = { ...first.body, updatedAt: app.clock.now().toISOString(), note: 'plays the flute' };
  assert.deepEqual(second.body, changed);
  assert.deepEqual(await author.get(usersApi.note, noteInput(heidi)), changed);
  assert.deepEqual(await author.get(usersApi.notes), [changed]);
});

test('only its author sees a note', async () => {
  await james.get(usersApi.writeNote, noteInput(heidi, 'a secret'));
  for (const reader of [heidi, sam, await app.logIn('admin')]) {
    assert.equal((await reader.call(usersApi.note, noteInput(heidi))).status, 404);
    assert.deepEqual(await reader.get(usersApi.notes), []);
  }
});

test('a note can name its subject in the body, by id or as a note', async () => {
  const author = await app.newcomer('note-sender');
  await author.get(usersApi.writeNote, noteInput(heidi, 'another'));
  const byID = { note: 'by id', userID: sam.userID.toUpperCase() };
  const written = await author.call(usersApi.writeNoteAboutSubject, { body: byID });
  assert.equal(written.status, 201);
  assert.deepEqual([written.body.note, written.body.targetUser.username], ['by id', 'sam']);
  const sentBack = { ...written.body, note: 'sent back', updatedAt: 'whatever' };
  const replaced = await author.get(usersApi.writeNoteAboutSubject, { body: sentBack });
  assert.deepEqual([replaced.note, replaced.createdAt], ['sent back', written.body.createdAt]);
  assert.equal((await author.get(usersApi.note, noteInput(sam))).note, 'sent back');
  assert.deepEqual(
    (await author.get(usersApi.notes)).map(({ targetUser }) => targetUser.username),
    ['heidi', 'sam'],
  );
});

test('all errors in a note are reported at once, before its subject is looked up', async () => {
  const tooLong = await james.call(usersApi.writeNoteAboutSubject, { body: { note: 'x'.repeat(1000) } });
  assert.equal(tooLong.status, 400);
  assert.deepEqual(Object.keys(tooLong.fieldErrors ?? {}), ['note', 'userID']);
  for (const note of ['', 'x'.repeat(1000), '\n'.repeat(25)]) {
    const response = await james.call(usersApi.writeNote, noteInput({ userID: unknownID }, note));
    assert.equal(response.status, 400);
    assert.deepEqual(Object.keys(response.fieldErrors ?? {}), ['note']);
  }
  for (const note of ['x'.repeat(999), '\r\n'.repeat(24), '👩‍👩‍👧‍👦'.repeat(999)]) {
    assert.equal((await james.call(usersApi.writeNote, noteInput(heidi, note))).status, 201);
  }
});

test('bad ids are 400, unknown subjects 404, banned subjects 400', async () => {
  const admin = await app.logIn('admin');
  const banned = await admin.get(usersApi.find, { params: { searchString: 'banned' } });
  for (const [userID, status] of [
    ['no-id', 400],
    [unknownID, 404],
    [banned.userID, 400],
  ] as const) {
    assert.equal((await james.call(usersApi.writeNote, noteInput({ userID }, 'text'))).status, status);
    const response = await james.call(usersApi.writeNoteAboutSubject, { body: { note: 'text', userID } });
    assert.equal(response.status, status);
  }
  assert.equal((await james.call(usersApi.note, noteInput({ userID: 'no-id' }))).status, 400);
  assert.equal((await james.call(usersApi.note, noteInput({ userID: unknownID }))).status, 404);
  assert.equal((await james.call(usersApi.deleteNote, noteInput({ userID: 'no-id' }))).status, 400);
  assert.equal((await james.call(usersApi.deleteNote, noteInput({ userID: unknownID }))).status, 404);
  assert.equal((await james.call(usersApi.note, noteInput(banned))).status, 404);
});

test('a note can be deleted by either route variant; deleting a missing one is 204 too', async () => {
  await heidi.get(usersApi.writeNote, noteInput(james, 'one'));
  await heidi.get(usersApi.writeNote, noteInput(sam, 'two'));
  assert.equal((await heidi.call(usersApi.deleteNote, noteInput(james))).status, 204);
  assert.equal((await heidi.call(usersApi.deleteNote, noteInput(james))).status, 204);
  assert.equal((await heidi.send('POST', `/api/v3/users/${sam.userID}/note/delete`)).status, 204);
  assert.deepEqual(await heidi.get(usersApi.notes), []);
  assert.equal((await heidi.call(usersApi.note, noteInput(sam))).status, 404);
});

test('a block doesn’t hide the user’s own notes; a hidden user without a note looks missing', async () => {
  const [known, stranger] = [await app.newcomer('known-one'), await app.newcomer('strange-one')];
  await sam.get(usersApi.writeNote, noteInput(known, 'before the block'));
  for (const blocker of [known, stranger]) await blocker.get(usersApi.block, { params: { userID: sam.userID } });
  assert.equal((await sam.get(usersApi.note, noteInput(known))).note, 'before the block');
  assert.equal((await sam.call(usersApi.writeNote, noteInput(known, 'after it'))).status, 201);
  assert.deepEqual(
    (await sam.get(usersApi.notes)).map(({ note }) => note),
    ['after it'],
  );
  assert.equal((await sam.call(usersApi.writeNote, noteInput(stranger, 'who?'))).status, 404);
  assert.equal((await sam.call(usersApi.deleteNote, noteInput(stranger))).status, 404);
  assert.equal((await sam.call(usersApi.deleteNote, noteInput(known))).status, 204);
  assert.equal((await sam.call(usersApi.deleteNote, noteInput(known))).status, 404);
});
