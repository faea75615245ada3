import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import { addOtherAccount, block, createFez, groupFields, listFezTitles, unblock, writePost } from './support.ts';

const app = await startTestApp();
const moderator = await app.atLevel('moderator');

/** Creates two users with empty lists. */
async function createPair(name: string) {
  return { owner: await app.newcomer(`${name}-owner`), other: await app.newcomer(`${name}-other`) };
}

describe('a search', () => {
  test('of owned fezzes and open groups covers title and info, but not posts', async () => {
    const { owner, other } = await createPair('seeking');
    const group = await createFez(owner, { ...groupFields, title: 'Seeking walruses', info: 'Bring a harpsichord.' });
    await writePost(owner, group, 'and a zeppelin');
    for (const [user, list] of [
      [owner, 'owned'],
      [other, 'open'],
    ] as const) {
      assert.deepEqual(await listFezTitles(user, list, { search: 'WALRUS' }), ['Seeking walruses']);
      assert.deepEqual(await listFezTitles(user, list, { search: 'harpsichords' }), ['Seeking walruses']);
      assert.deepEqual(await listFezTitles(user, list, { search: 'zeppelin' }), []);
    }
    assert.deepEqual(await listFezTitles(owner, 'joined', { search: 'zeppelin' }), ['Seeking walruses']);
  });

  test('accepts any text; punctuation alone finds nothing', async () => {
    const { owner } = await createPair('signs');
    await createFez(owner, { ...groupFields, title: "Émile's 100% café_bar" });
    for (const search of [
      "emile's",
      'CAFE',
      '100%',
      '"100% café_bar"',
      'nothing or emile',
      'emile -zebra',
      'emil',
      'emile AND NOT(',
    ]) {
      assert.equal((await listFezTitles(owner, 'joined', { search })).length, 1, search);
    }
    const vain = [
      '%',
      '_',
      '"',
      '*',
      '-',
      '()',
      'title:émile',

      "' OR 1=1 --",
      '-emile',
      '\u0000',
      '🦭',
    ];
    for (const search of vain) assert.deepEqual(await listFezTitles(owner, 'joined', { search }), [], search);
  });

  test('finds nothing under review, and no posts hidden by a block', async () => {
    const { owner, other } = await createPair('secret');
    const third = await app.newcomer('secret-third');
    const group = await createFez(owner, { ...groupFields, title: 'Plain', info: 'Aubergines' }, [other, third]);
    const { postID } = await writePost(third, group, 'rutabaga');
    const findTitles = (search: string) => listFezTitles(other, 'joined', { search });
    assert.deepEqual(await findTitles('rutabaga'), ['Plain']);
    await block(third, other);
    assert.deepEqual(await findTitles('rutabaga'), []);
    await unblock(third, other);
    await moderator.get(moderationApi.setFezPostState, { params: { postID, state: 'quarantined' } });
    for (const user of [owner, other, third]) {
      assert.deepEqual(await listFezTitles(user, 'joined', { search: 'rutabaga' }), []);
    }
    await moderator.get(moderationApi.setFezState, { params: { fezID: group.fezID, state: 'quarantined' } });
    assert.deepEqual(await findTitles('aubergine'), []);
    assert.deepEqual(await listFezTitles(owner, 'owned', { search: 'aubergine' }), []);
    assert.deepEqual(await listFezTitles(moderator, 'open', { search: 'aubergine' }), []);
  });

  test('of joined fezzes finds nothing the caller isn’t a member of', async () => {
    const { owner, other } = await createPair('theirs');
    const chat = await createFez(owner, { title: 'Theirs' }, [await app.newcomer('theirs-third')]);
    await writePost(owner, chat, 'pumpernickel');
    const also = await addOtherAccount(app, owner, 'theirs-owner-also');
    for (const user of [other, also, moderator]) {
      assert.equal((await user.get(fezApi.joined, { query: { search: 'pumpernickel' } })).paginator.total, 0);
      assert.equal((await user.get(fezApi.joined, { query: { matchID: chat.fezID } })).paginator.total, 0);
    }
  });
});
