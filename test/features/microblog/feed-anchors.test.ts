import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { microblogApi } from '#features/microblog/api.ts';
import { deletePost, getIDs, type Query, readFeed, startAppWithUsers, write } from './support.ts';

const { app, james, heidi } = await startAppWithUsers();

/** Ten posts at intervals of a minute; the fifth is deleted. */
const posts: { postID: number; createdAt: string }[] = [];
for (let number = 0; number < 10; number += 1) {
  posts.push(await write(number % 3 === 0 ? heidi : james, `post ${number}`));
  app.clock.advance({ minutes: 1 });
}
await deletePost(james, posts[4] ?? { postID: 0 });

const getID = (number: number): number => posts[number]?.postID ?? 0;
const getTime = (number: number): string => posts[number]?.createdAt ?? '';
/** Returns the numbers of the listed posts. */
async function listNumbers(query: Query): Promise<number[]> {
  const ids = getIDs(await readFeed(heidi, query));
  return ids.map((id) => posts.findIndex(({ postID }) => postID === id));
}

describe('a page of the feed begins after its anchor (forums rule B67):', () => {
  const cases: [string, Query, number[]][] = [
    ['the newest without one', { limit: 3 }, [9, 8, 7]],
    ['all by default', {}, [9, 8, 7, 6, 5, 3, 2, 1, 0]],
    ['some skipped', { start: 3, limit: 3 }, [6, 5, 3]],
    ['the oldest', { from: 'first', limit: 3 }, [2, 1, 0]],
    ['in any letter case', { from: 'FIRST', start: 3, limit: 2 }, [5, 3]],
    ['another word is the default', { from: 'nowhere', limit: 1 }, [9]],
    ['after a post, the nearest ones', { after: getID(2), limit: 3 }, [6, 5, 3]],
    ['after a deleted post', { after: getID(4), limit: 2 }, [6, 5]],
    ['after a post, some skipped', { after: getID(0), start: 2, limit: 2 }, [5, 3]],
    ['before a post', { before: getID(6), limit: 3 }, [5, 3, 2]],
    ['after a time, strictly', { afterDate: getTime(5), limit: 2 }, [7, 6]],
    ['before a time, strictly', { beforeDate: getTime(5), limit: 2 }, [3, 2]],
    ['a time between two posts', { beforeDate: new Date(Date.parse(getTime(5)) + 1).toISOString(), limit: 1 }, [5]],
    ['a time in seconds', { afterDate: Date.parse(getTime(8)) / 1000 }, [9]],
    ['a time before all', { beforeDate: '2001-01-01T00:00:00Z' }, []],
    ['a time after all', { afterDate: '2099-01-01T00:00:00Z' }, []],
    ['in lower case', { afterdate: getTime(8) }, [9]],
    ['after before all others', { after: getID(8), before: getID(3), afterDate: getTime(0), from: 'first' }, [9]],
    ['before before dates', { before: getID(1), afterDate: getTime(0) }, [0]],
    ['later before earlier dates', { afterDate: getTime(8), beforeDate: getTime(1) }, [9]],
    ['dates before words', { beforeDate: getTime(2), from: 'first', limit: 1 }, [1]],
    ['an id that never was', { after: 2_000_000_000 }, []],
    ['none at all', { limit: 0 }, []],
    ['what is below zero is zero', { start: -5, limit: 2 }, [9, 8]],
    ['behind the end', { start: 100 }, []],
  ];
  for (const [what, query, expected] of cases) {
    test(what, async () => assert.deepEqual(await listNumbers(query), expected));
  }

  test('also among the posts of one user', async () => {
    assert.deepEqual(await listNumbers({ byUser: heidi.userID, after: getID(1), limit: 2 }), [6, 3]);
    assert.deepEqual(await listNumbers({ byUser: heidi.userID, start: 1, limit: 2 }), [6, 3]);
    const query = { before: getID(6) };
    assert.deepEqual(getIDs(await heidi.get(microblogApi.own, { query })), [getID(3), getID(0)]);
  });
});

test('unreadable values are 400 (forums rule B6)', async () => {
  for (const name of [
    'after',
    'beforeDate',
    'beforedate',
    'limit',
    'byUser',
    'inBarrel',
    'replyGroup',
    'hideReplies',
  ]) {
    const { status } = await heidi.call(microblogApi.feed, { query: { [name]: 'nonsense' } });
    assert.equal(status, 400, name);
  }
});

test('the setting limits the posts of a page', async () => {
  const admin = await app.logIn('admin');
  const set = (maximumMicroblogPosts: number) =>
    admin.send('POST', '/api/v3/admin/serversettings/update', { body: { maximumMicroblogPosts } });
  assert.equal((await set(2)).status, 200);
  assert.deepEqual(await listNumbers({ limit: 100 }), [9, 8]);
  await set(200);
});
