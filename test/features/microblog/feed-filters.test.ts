import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { microblogApi } from '#features/microblog/api.ts';
import { unknownID } from '../../support/accounts.ts';
import {
  block,
  getIDs,
  listTexts,
  mute,
  postParams,
  type Query,
  readFeed,
  reply,
  startAppWithUsers,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

describe('posts of one user (forums rules B61 and B66)', async () => {
  const [first, second] = [await write(james, 'of james'), await write(heidi, 'of heidi')];

  test('are found by id, and by name in any letter case', async () => {
    for (const query of [
      { byUser: james.userID },
      { byuser: james.userID.toUpperCase() },
      { byUsername: 'JAMES' },
      { byusername: 'james', byUser: james.userID, inBarrel: unknownID },
    ] as Query[]) {
      assert.deepEqual(getIDs(await readFeed(sam, query)), [first.postID], JSON.stringify(query));
    }
    assert.deepEqual(await readFeed(sam, { byUser: james.userID, byUsername: 'heidi' }), []);
    assert.deepEqual(await readFeed(sam, { byUser: unknownID }), []);
    assert.equal((await sam.call(microblogApi.feed, { query: { byUsername: 'anonymous' } })).status, 400);
  });

  test('are listed under their own paths; an unknown user gets 404', async () => {
    assert.deepEqual(getIDs(await heidi.get(microblogApi.own)), [second.postID]);
    const ofUser = (userID: string) => sam.call(microblogApi.ofUser, { params: { userID } });
    assert.deepEqual(getIDs((await ofUser(james.userID)).body), [first.postID]);
    assert.equal((await ofUser(unknownID)).status, 404);
  });
});

test('barrels aren’t found, whatever their id (decision 22)', async () => {
  for (const barrelID of [unknownID, 'not-an-id']) {
    assert.equal((await sam.call(microblogApi.barrel, { params: { barrelID } })).status, 404);
  }
});

/** Creates a user who writes a post with their name in it, and a reader of it. */
async function hideScene(name: string) {
  const [reader, author] = [await app.newcomer(`${name}-reader`), await app.newcomer(`${name}-author`)];
  const post = await write(author, `by ${name}`);
  const lists = async () => {
    const all = [
      readFeed(reader),
      readFeed(reader, { limit: 200 }),
      readFeed(reader, { hideReplies: true }),
      readFeed(reader, { replyGroup: post.postID }),
    ];
    return (await Promise.all(all)).map((posts) => getIDs(posts).includes(post.postID));
  };
  return { reader, author, post, lists };
}

describe('hidden people (forums rule B66)', () => {
  test('blocks hide posts in both directions, in every list', async () => {
    for (const isBlocker of [true, false]) {
      const { reader, author, post, lists } = await hideScene(isBlocker ? 'blocks' : 'is-blocked');
      assert.deepEqual(await lists(), [true, true, true, true]);
      await reader.get(microblogApi.like, postParams(post));
      await reader.get(microblogApi.bookmark, postParams(post));
      await (isBlocker ? block(reader, author) : block(author, reader));
      assert.deepEqual(await lists(), [false, false, false, false]);
      assert.deepEqual(await readFeed(reader, { byUser: author.userID }), []);
      assert.deepEqual(await reader.get(microblogApi.likes), []);
      assert.deepEqual(await reader.get(microblogApi.bookmarks), []);
      const refused = [
        await reader.call(microblogApi.feed, { query: { byUsername: author.username } }),
        await reader.call(microblogApi.ofUser, { params: { userID: author.userID } }),
        await reader.call(microblogApi.read, postParams(post)),
        await reader.call(microblogApi.like, postParams(post)),
        await reader.call(microblogApi.bookmark, postParams(post)),
        await reader.call(microblogApi.report, { ...postParams(post), body: { message: '' } }),
      ];
      assert.deepEqual(
        refused.map(({ status }) => status),
        [400, 404, 404, 404, 404, 404],
      );
      assert.ok((await listTexts(moderator)).includes(post.text), 'moderators see all');
    }
  });

  test('mutes hide posts unless the query names the author or asks for marked posts', async () => {
    const { reader, author, post, lists } = await hideScene('mutes');
    await reader.get(microblogApi.like, postParams(post));
    await reader.get(microblogApi.bookmark, postParams(post));
    await mute(reader, author);
    assert.deepEqual(await lists(), [false, false, false, false]);
    assert.equal((await reader.call(microblogApi.read, postParams(post))).status, 404, 'forums rule B71');
    for (const query of [
      { byUser: author.userID },
      { byUsername: author.username },
      { likeType: 'all' },
      { bookmarked: true },
    ] as Query[]) {
      assert.deepEqual(getIDs(await readFeed(reader, query)), [post.postID], JSON.stringify(query));
    }
    assert.ok((await listTexts(author)).includes(post.text), 'a mute works in one direction');
  });

  test('pages are full: hidden posts don’t count (forums rule B67)', async () => {
    const { reader, author } = await hideScene('fills');
    const [older] = [await write(sam, 'older')];
    for (let number = 1; number <= 3; number += 1) await write(author, `noise ${number}`);
    const newer = await write(sam, 'newer');
    await mute(reader, author);
    assert.deepEqual(getIDs(await readFeed(reader, { limit: 2 })), [newer.postID, older.postID]);
    assert.deepEqual(getIDs(await readFeed(reader, { start: 1, limit: 1 })), [older.postID]);
  });
});

describe('mute words (forums rules B60 and B71)', () => {
  test('remove posts from each page after it’s cut, even own ones', async () => {
    const reader = await app.newcomer('quiet-reader');
    const [kept, hidden, own] = [
      await write(james, 'about lunch'),
      await write(james, 'about POLITICS!'),
      await write(reader, 'my politics'),
    ];
    await reader.get(microblogApi.bookmark, postParams(hidden));
    await reader.send('POST', '/api/v3/user/mutewords/add/Politics');
    assert.deepEqual(getIDs(await readFeed(reader, { limit: 3 })), [kept.postID]);
    assert.deepEqual(await reader.get(microblogApi.bookmarks), []);
    assert.deepEqual(await reader.get(microblogApi.own), []);
    for (const post of [hidden, own])
      assert.equal((await reader.call(microblogApi.read, postParams(post))).status, 404);
    assert.equal((await reader.call(microblogApi.like, postParams(hidden))).body.text, 'about POLITICS!');
    assert.equal((await write(reader, 'more politics')).text, 'more politics');
    assert.equal((await reply(reader, kept, 'politics again')).text, 'politics again');
  });
});
