import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import {
  block,
  createFez,
  type Fez,
  fezParams,
  getPostCounts,
  groupFields,
  join,
  leave,
  listFezTitles,
  listTexts,
  mute,
  openFez,
  startAppWithUsers,
  unblock,
  unmute,
  writePost,
} from './support.ts';

const { app, james, heidi } = await startAppWithUsers();

/** Returns how many groups are unread, and asserts that the summary and the list agree. */
async function countUnreadGroups(user: User): Promise<number> {
  const { newFezMessageCount } = await user.get(notificationsApi.summary);
  assert.equal((await listFezTitles(user, 'joined', { onlynew: true, lfgtypes: true })).length, newFezMessageCount);
  return newFezMessageCount;
}

let pairCount = 0;

/** Creates a group that its reader has opened; the reader can't see its other member for now. */
async function startChatWithHiddenMember(hide: typeof block) {
  pairCount += 1;
  const [author, reader] = [await app.newcomer(`author-${pairCount}`), await app.newcomer(`reader-${pairCount}`)];
  const group = await createFez(james, groupFields, [author, reader]);
  await openFez(reader, group);
  await hide(reader, author);
  const { postID } = await writePost(author, group, 'hidden');
  await writePost(james, group, 'shown');
  return { author, reader, group, postID };
}

const waysToHide = [
  { name: 'blocked', hide: block, show: unblock },
  { name: 'muted', hide: mute, show: unmute },
];

/** Actions with which a user reads everything they see. */
const waysToRead = [
  { name: 'opening', read: (reader: User, group: Fez) => openFez(reader, group) },
  { name: 'marking as read', read: (reader: User, group: Fez) => reader.get(fezApi.markRead, fezParams(group)) },
  { name: 'writing', read: (reader: User, group: Fez) => writePost(reader, group, 'own') },
];

for (const { name, hide, show } of waysToHide) {
  describe(`a post of a user who was ${name} when the reader read on past it`, () => {
    for (const { name: reading, read } of waysToRead) {
      test(`by ${reading}, is unread once it’s visible, and read when the chat is opened`, async () => {
        const { author, reader, group } = await startChatWithHiddenMember(hide);
        assert.equal(await countUnreadGroups(reader), 1);
        await read(reader, group);
        assert.equal(await countUnreadGroups(reader), 0);
        await show(reader, author);
        assert.equal(await countUnreadGroups(reader), 1);
        const seen = await openFez(reader, group);
        const [postCount, readCount] = getPostCounts(seen);
        assert.equal(postCount - readCount, 1);
        assert.ok(listTexts(seen).includes('hidden'));
        assert.equal(await countUnreadGroups(reader), 0);
        assert.deepEqual(getPostCounts(await openFez(reader, group)), [postCount, postCount]);
      });
    }

    test('stays unread while it’s hidden again, but not once it’s deleted', async () => {
      const { author, reader, group, postID } = await startChatWithHiddenMember(hide);
      await openFez(reader, group);
      await show(reader, author);
      await hide(reader, author);
      await openFez(reader, group);
      assert.equal(await countUnreadGroups(reader), 0);
      await show(reader, author);
      assert.equal(await countUnreadGroups(reader), 1);
      await author.get(fezApi.deletePost, { params: { postID } });
      assert.equal(await countUnreadGroups(reader), 0);
      assert.deepEqual(getPostCounts(await openFez(reader, group)), [1, 1]);
    });
  });
}

describe('posts of a user the reader blocks or mutes', () => {
  test('are hidden and not counted until the block or mute ends', async () => {
    const author = await app.newcomer('author');
    const chat = await createFez(james, {}, [heidi, author]);
    await writePost(author, chat, 'from author');
    await writePost(james, chat, 'from james');
    await block(heidi, author);
    assert.deepEqual(listTexts(await openFez(heidi, chat)), ['from james']);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat)), [1, 1]);
    // A block applies in both directions.
    await writePost(heidi, chat, 'from heidi');
    assert.deepEqual(listTexts(await openFez(author, chat)), ['from author', 'from james']);
    await unblock(heidi, author);
    await mute(heidi, author);
    assert.deepEqual(listTexts(await openFez(heidi, chat)), ['from james', 'from heidi']);
    assert.deepEqual(listTexts(await openFez(author, chat)), ['from author', 'from james', 'from heidi']);
    await unmute(heidi, author);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat)), [3, 2]);
  });
});

test('posts that were read before they were hidden stay read', async () => {
  const [author, reader] = [await app.newcomer('early-author'), await app.newcomer('early-reader')];
  const group = await createFez(james, groupFields, [author, reader]);
  await writePost(author, group, 'seen');
  await openFez(reader, group);
  await mute(reader, author);
  await writePost(james, group, 'shown');
  await openFez(reader, group);
  await unmute(reader, author);
  assert.equal(await countUnreadGroups(reader), 0);
  assert.deepEqual(getPostCounts(await openFez(reader, group)), [2, 2]);
});

test('opening an earlier page marks its skipped posts as read, and no later ones', async () => {
  const { author, reader, group } = await startChatWithHiddenMember(mute);
  await openFez(reader, group);
  await writePost(author, group, 'hidden too');
  await writePost(james, group, 'shown too');
  await openFez(reader, group);
  await unmute(reader, author);
  assert.deepEqual(getPostCounts(await openFez(reader, group, { start: 0, limit: 1 })), [4, 2]);
  assert.deepEqual(getPostCounts(await openFez(reader, group, { start: 0, limit: 1 })), [4, 3]);
  assert.equal(await countUnreadGroups(reader), 1);
});

test('members who rejoin have read nothing', async () => {
  const { author, reader, group } = await startChatWithHiddenMember(mute);
  await openFez(reader, group);
  await leave(reader, group);
  await unmute(reader, author);
  assert.equal((await join(reader, group)).status, 201);
  assert.deepEqual(getPostCounts(await openFez(reader, group)), [2, 0]);
  assert.deepEqual(getPostCounts(await openFez(reader, group)), [2, 2]);
});
