import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { setTextsPublic } from '#core/public-text/index.ts';
import { startTestApp } from '../../support/app.ts';
import { write } from './support.ts';

const app = await startTestApp();
const author = await app.newcomer('tag-author');
const completeHashtag = (text: string) => app.anonymous.get(publicTextApi.completeHashtag, { params: { text } });
const setPublic = (ids: readonly number[], isPublic: boolean) =>
  transact(app.context, (context) => setTextsPublic(context, 'forum', ids, isPublic));

test('suggests up to ten tags with the prefix, in byte order and as typed (fez rule 85)', async () => {
  write(app, author, '#Boat #boat #boats #bo #boat');
  write(app, author, '#boatyard', { place: 'microblog' });
  assert.deepEqual(await completeHashtag('bo'), ['bo', 'boat', 'boats', 'boatyard']);
  assert.deepEqual(await completeHashtag('#boat'), ['boat', 'boats', 'boatyard']);
  assert.deepEqual(await completeHashtag('Bo'), ['Boat']);
  assert.deepEqual(await completeHashtag('o'), []);
  write(app, author, Array.from({ length: 12 }, (_, index) => `#many${index + 10}`).join(' '));
  assert.equal((await completeHashtag('many')).length, 10);
  write(app, author, '#Ünïcode #Über');
  assert.deepEqual(await completeHashtag('Ü'), ['Über', 'Ünïcode']);
});

test('edits add tags; tags stay when a text loses them or is deleted', async () => {
  const post = write(app, author, '#gone1');
  post.edit('#gone2');
  post.delete();
  assert.deepEqual(await completeHashtag('gone'), ['gone1', 'gone2']);
});

test('tags that only hidden posts have aren’t suggested', async () => {
  const seenBy = () => true;
  const [closed, open] = [write(app, author, '#secret1 #secret2', { seenBy }), write(app, author, '#secret2 #secret3')];
  assert.deepEqual(await completeHashtag('secret'), ['secret2', 'secret3']);
  setPublic([open.id], false);
  setPublic([open.id], false);
  assert.deepEqual(await completeHashtag('secret'), []);
  setPublic([open.id, closed.id], true);
  assert.deepEqual(await completeHashtag('secret'), ['secret1', 'secret2', 'secret3']);
  setPublic([closed.id], false);
  assert.deepEqual(await completeHashtag('secret'), ['secret2', 'secret3']);
});

test('anything but letters and digits is 400, and so is a text that’s too long', async () => {
  for (const text of ['#', 'a b', 'a-b', '##a', '%', 'x'.repeat(50), '🚢', 'a\u0000']) {
    assert.equal((await app.anonymous.call(publicTextApi.completeHashtag, { params: { text } })).status, 400, text);
  }
  for (const text of ['x'.repeat(49), `#${'x'.repeat(49)}`, 'हिन्दी']) assert.deepEqual(await completeHashtag(text), []);
});
