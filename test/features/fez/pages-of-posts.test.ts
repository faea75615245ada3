import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { findPosts } from '#features/fez/posts/store.ts';
import {
  createFez,
  createFezWithPosts,
  type Fez,
  getPostCounts,
  listFezTitles,
  listTexts,
  mute,
  openFez,
  startAppWithUsers,
  writePost,
} from './support.ts';

const { app, james, heidi } = await startAppWithUsers();

describe('a page of posts', () => {
  test('is by default the one with the last post read', async () => {
    const defaultStart = async (readCount: number, limit: number) => {
      const chat = await createFezWithPosts(james, 6, {}, [heidi]);
      if (readCount > 0) await openFez(heidi, chat, { start: 0, limit: readCount });
      return (await openFez(heidi, chat, { limit })).members?.paginator?.start;
    };
    assert.equal(await defaultStart(0, 2), 0);
    assert.equal(await defaultStart(1, 2), 0);
    assert.equal(await defaultStart(2, 2), 0);
    assert.equal(await defaultStart(3, 2), 2);
    assert.equal(await defaultStart(6, 2), 4);
    assert.equal(await defaultStart(6, 6), 0);
    assert.equal(await defaultStart(5, 0), 0);
  });

  test('counts only posts that the reader sees', async () => {
    const hidden = await app.newcomer('between');
    const chat = await createFez(james, {}, [heidi, hidden]);
    for (const number of [1, 2, 3]) {
      await writePost(james, chat, `seen ${number}`);
      await writePost(hidden, chat, `unseen ${number}`);
    }
    await mute(heidi, hidden);
    const second = await openFez(heidi, chat, { start: 1, limit: 1 });
    assert.deepEqual([listTexts(second), second.members?.paginator?.total], [['seen 2'], 3]);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat)), [3, 2]);
  });

  test('is read from the end that is closer to it', async () => {
    const { db } = app.context;
    const [fezID, total] = [(await createFez(james, {}, [heidi])).fezID, 10_000];
    db.sqlite
      .prepare(`
        WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ?)
        INSERT INTO fez_posts (fez_id, author_id, text, created_at) SELECT ?, ?, n, 0 FROM count`)
      .run(total, fezID, james.userID);
    /** Takes the shortest of several times, since a shared machine only adds to it. */
    const timePage = (start: number): number => {
      const times = Array.from({ length: 9 }, () => {
        const begin = performance.now();
        const posts = findPosts(db, { fezID, hiddenIDs: [] }, { start, limit: 5, total });
        assert.deepEqual(
          posts.map(({ text }) => Number(text)),
          [1, 2, 3, 4, 5].map((number) => start + number),
        );
        return performance.now() - begin;
      });
      return Math.min(...times);
    };
    const [first, last] = [timePage(0), timePage(total - 5)];
    assert.ok(last < 5 * first, `the last page takes ${last} ms, the first ${first}`);
  });

  test('is right deep in a long chat, whatever is hidden or deleted before it', async () => {
    const hidden = await app.newcomer('far-behind');
    const chat = await createFez(james, {}, [heidi, hidden]);
    const posts: { text: string; postID: number; isHidden: boolean }[] = [];
    const writeUpTo = async (count: number) => {
      while (posts.length < count) {
        const isHidden = posts.length % 7 === 3;
        const { text, postID } = await writePost(isHidden ? hidden : james, chat, `number ${posts.length}`);
        posts.push({ text, postID, isHidden });
      }
    };
    const assertRight = async () => {
      for (const start of [0, 99, 100, 101, 199, 200, 250, 300, 1000]) {
        const page = { start, limit: 3 };
        const cut = (list: typeof posts) => list.slice(start, start + 3).map(({ text }) => text);
        assert.deepEqual(listTexts(await openFez(james, chat, page)), cut(posts), `james from ${start}`);
        const seen = posts.filter(({ isHidden }) => !isHidden);
        assert.deepEqual(listTexts(await openFez(heidi, chat, page)), cut(seen), `heidi from ${start}`);
      }
    };
    await mute(heidi, hidden);
    await writeUpTo(200);
    await assertRight();
    await writeUpTo(260);
    await assertRight();
    for (const index of [0, 99, 120]) {
      const [gone] = posts.splice(index, 1);
      const author = gone?.isHidden ? hidden : james;
      await author.get(fezApi.deletePost, { params: { postID: gone?.postID ?? 0 } });
      await assertRight();
    }
    await writeUpTo(310);
    await assertRight();
  });

  test('is clamped to the bounds, and rejected if unreadable', async () => {
    const chat = await createFezWithPosts(james, 2, {}, [heidi]);
    const pageAt = async (query: Record<string, number>) => (await openFez(james, chat, query)).members?.paginator;
    assert.deepEqual(await pageAt({ start: -3, limit: -1 }), { total: 2, start: 0, limit: 0 });
    assert.deepEqual(await pageAt({ start: 3, limit: 201 }), { total: 2, start: 2, limit: 200 });
    for (const query of ['start=x', 'limit=1.5']) {
      assert.equal((await james.send('GET', `/api/v3/fez/${chat.fezID}?${query}`)).status, 400, query);
    }
  });

  test('has no deleted posts, but those with the reader’s mute words', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const { postID } = await writePost(james, chat, 'gone');
    await writePost(james, chat, 'a pineapple');
    await james.get(fezApi.deletePost, { params: { postID } });
    await heidi.send('POST', '/api/v3/user/mutewords/add/pineapple');
    assert.deepEqual(listTexts(await openFez(heidi, chat)), ['a pineapple']);
  });
});

describe('the read position', () => {
  const isUnread = async (fez: Fez) =>
    (await listFezTitles(heidi, 'joined', { onlynew: true, matchID: fez.fezID })).length === 1;

  test('is the end of the page, even if the page begins after the last post', async () => {
    const chat = await createFezWithPosts(james, 3, {}, [heidi]);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat, { start: 2, limit: 0 })), [3, 0]);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat, { start: 3 })), [3, 2]);
    assert.equal(await isUnread(chat), false);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat)), [3, 3]);
  });

  test('never goes back by reading an earlier page', async () => {
    const chat = await createFezWithPosts(james, 3, {}, [heidi]);
    await openFez(heidi, chat);
    await openFez(heidi, chat, { start: 0, limit: 1 });
    assert.deepEqual(getPostCounts(await openFez(heidi, chat)), [3, 3]);
  });

  test('ends “new” at the last post, even if posts fill whole pages', async () => {
    const chat = await createFezWithPosts(james, 4, {}, [heidi]);
    await openFez(heidi, chat, { start: 0, limit: 2 });
    assert.equal(await isUnread(chat), true);
    await openFez(heidi, chat, { start: 2, limit: 2 });
    assert.equal(await isUnread(chat), false);
    assert.deepEqual(await listFezTitles(heidi, 'joined', { onlynew: false, matchID: chat.fezID }), [chat.title]);
  });

  test('can be zero: opening ends “newly added”, and the posts stay unread', async () => {
    const chat = await createFezWithPosts(james, 2, {}, [heidi]);
    const readUnread = async () => {
      const { addedToSeamailIDs, newSeamailMessageCount } = await heidi.get(notificationsApi.summary);
      return [addedToSeamailIDs.includes(chat.fezID), newSeamailMessageCount];
    };
    const [wasAdded, unread] = await readUnread();
    assert.equal(wasAdded, true);
    await openFez(heidi, chat, { limit: 0 });
    assert.deepEqual(await readUnread(), [false, Number(unread) + 1]);
    await openFez(heidi, chat, { limit: 1 });
    assert.deepEqual(await readUnread(), [false, Number(unread) + 1]);
    await openFez(heidi, chat, { start: 1 });
    assert.deepEqual(await readUnread(), [false, unread]);
  });
});

describe('opening a fez', () => {
  test('returns the posts oldest first, in pages', async () => {
    const chat = await createFezWithPosts(james, 5, {}, [heidi]);
    assert.deepEqual(listTexts(await openFez(james, chat, { start: 1, limit: 2 })), ['post 2', 'post 3']);
    assert.deepEqual((await openFez(james, chat, { start: 1, limit: 2 })).members?.paginator, {
      total: 5,
      start: 1,
      limit: 2,
    });
  });

  test('starts by default with the page of the last post read', async () => {
    const chat = await createFezWithPosts(james, 5, {}, [heidi]);
    assert.deepEqual(listTexts(await openFez(heidi, chat, { limit: 2 })), ['post 1', 'post 2']);
    assert.deepEqual(listTexts(await openFez(heidi, chat, { limit: 2 })), ['post 1', 'post 2']);
    await openFez(heidi, chat, { start: 2, limit: 2 });
    const { members } = await openFez(heidi, chat, { limit: 2 });
    assert.deepEqual(members?.paginator, { total: 5, start: 2, limit: 2 });
  });

  test('marks posts up to the end of the page as read, and returns the count from before', async () => {
    const chat = await createFezWithPosts(james, 4, {}, [heidi]);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat, { start: 0, limit: 3 })), [4, 0]);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat, { start: 0, limit: 1 })), [4, 3]);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat)), [4, 3]);
    assert.deepEqual(getPostCounts(await openFez(heidi, chat)), [4, 4]);
  });

  test('never goes past the end, and accepts a limit of 0', async () => {
    const chat = await createFezWithPosts(james, 2, {}, [heidi]);
    const { members } = await openFez(heidi, chat, { start: 99 });
    assert.deepEqual(members?.paginator, { total: 2, start: 2, limit: 50 });
    assert.deepEqual(members?.posts, []);
    assert.deepEqual(listTexts(await openFez(heidi, chat, { start: 0, limit: 0 })), []);
    assert.deepEqual((await openFez(heidi, chat, { limit: 500 })).members?.paginator?.limit, 200);
  });
});
