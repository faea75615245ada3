import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getReactorsField, reactions } from '#core/posts/records.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { block, getIDs, mute, postParams, type Query, readFeed, startAppWithUsers, write } from './support.ts';

const { app, james, heidi, sam } = await startAppWithUsers();

describe('reactions (forums rules B40 and B70)', () => {
  test('are one per user; a new kind replaces the old, and repeating is harmless', async () => {
    const post = await write(james, 'funny');
    const seen = [];
    for (const kind of ['laugh', 'like', 'like', 'love'] as const) {
      const { status, body } = await heidi.call(microblogApi[kind], postParams(post));
      seen.push([status, body.userLike, body.likeCount]);
    }
    assert.deepEqual(seen, [
      [200, 'laugh', 1],
      [200, 'like', 1],
      [200, 'like', 1],
      [200, 'love', 1],
    ]);
    assert.equal((await sam.get(microblogApi.laugh, postParams(post))).likeCount, 2);
  });

  test('are removed whatever their kind, by POST and by DELETE', async () => {
    const post = await write(james, 'funny');
    await heidi.get(microblogApi.love, postParams(post));
    const back = await heidi.get(microblogApi.unreact, postParams(post));
    assert.deepEqual([back.userLike, back.likeCount], [undefined, 0]);
    await heidi.get(microblogApi.love, postParams(post));
    const deleted = await heidi.send('DELETE', `/api/v3/microblog/${post.postID}/laugh`);
    assert.deepEqual([deleted.status, deleted.body.userLike, deleted.body.likeCount], [200, undefined, 0]);
    assert.equal((await heidi.call(microblogApi.unreact, postParams(post))).status, 200, 'harmless without one');
  });

  test('can each be added, listed with their users, and removed', async () => {
    const post = await write(james, 'all of them');
    for (const reaction of reactions) {
      const { userLike, likeCount } = await heidi.get(microblogApi[reaction], postParams(post));
      assert.deepEqual([userLike, likeCount], [reaction, 1]);
      const detail = await james.get(microblogApi.read, postParams(post));
      assert.deepEqual(
        reactions.flatMap((other) => detail[getReactorsField(other)].map(({ username }) => [other, username])),
        [[reaction, 'heidi']],
      );
      const { body } = await heidi.send('DELETE', `/api/v3/microblog/${post.postID}/${reaction}`);
      assert.deepEqual([body.userLike, body.likeCount], [undefined, 0]);
    }
  });

  test('to own posts are 403', async () => {
    const post = await write(james, 'funny');
    for (const kind of ['laugh', 'like', 'love', 'unreact'] as const) {
      assert.equal((await james.call(microblogApi[kind], postParams(post))).status, 403, kind);
    }
  });

  test('and bookmarks are open to users who can’t write', async () => {
    const post = await write(james, 'funny');
    const quarantined = await app.atLevel('quarantined');
    assert.equal((await quarantined.call(microblogApi.like, postParams(post))).status, 200);
    assert.equal((await quarantined.call(microblogApi.bookmark, postParams(post))).status, 201);
  });

  test('are listed by kind with the post, even those of blocked or muted users (forums rule B42)', async () => {
    const post = await write(james, 'funny');
    await sam.get(microblogApi.laugh, postParams(post));
    await heidi.get(microblogApi.love, postParams(post));
    const [reader, blocked] = [await app.newcomer('reader'), await app.newcomer('blocked')];
    await blocked.get(microblogApi.laugh, postParams(post));
    await block(reader, blocked);
    await mute(reader, sam);
    const { laughs, likes, loves, ...detail } = await reader.get(microblogApi.read, postParams(post));
    assert.deepEqual(
      [laughs, likes, loves].map((users) => users.map(({ username }) => username)),
      [['sam', 'blocked'], [], ['heidi']],
    );
    assert.deepEqual(
      [detail.postID, detail.text, detail.isBookmarked, detail.userLike],
      [post.postID, 'funny', false, undefined],
    );
    assert.equal((await heidi.get(microblogApi.read, postParams(post))).userLike, 'love');
  });
});

describe('bookmarks (forums rules B41 and B70)', () => {
  test('are private, independent of reactions, and harmless to repeat', async () => {
    const post = await write(james, 'keep this');
    await heidi.get(microblogApi.like, postParams(post));
    for (let time = 1; time <= 2; time += 1) {
      assert.equal((await heidi.call(microblogApi.bookmark, postParams(post))).status, 201);
    }
    const seenBy = async (user: typeof james) => (await readFeed(user, { limit: 1 }))[0];
    const own = await seenBy(heidi);
    assert.deepEqual([own?.isBookmarked, own?.userLike, own?.likeCount], [true, 'like', 1]);
    const others = await seenBy(james);
    assert.deepEqual([others?.isBookmarked, others?.userLike, others?.likeCount], [false, undefined, 1]);
    assert.equal((await heidi.call(microblogApi.removeBookmark, postParams(post))).status, 204);
    const removed = await heidi.send('DELETE', `/api/v3/microblog/${post.postID}/bookmark`);
    assert.equal(removed.status, 204);
    const after = await seenBy(heidi);
    assert.deepEqual([after?.isBookmarked, after?.userLike], [false, 'like']);
  });
});

describe('the posts that the caller has marked (forums rules B61 and B66; forums, Enums: LikeFilter)', async () => {
  const reader = await app.newcomer('collector');
  const [laughed, liked, kept, both] = [
    await write(james, 'laughed at'),
    await write(james, 'liked'),
    await write(sam, 'kept'),
    await write(heidi, 'loved and kept'),
  ];
  await write(james, 'skipped');
  await reader.get(microblogApi.laugh, postParams(laughed));
  await reader.get(microblogApi.like, postParams(liked));
  await reader.get(microblogApi.love, postParams(both));
  for (const post of [kept, both]) await reader.get(microblogApi.bookmark, postParams(post));
  await mute(reader, sam);

  const cases: [Query, { postID: number }[]][] = [
    [{ likeType: 'like' }, [liked]],
    [{ liketype: 'laugh' }, [laughed]],
    [{ likeType: 'love' }, [both]],
    [{ likeType: 'all' }, [both, liked, laughed]],
    [{ likeType: 'anything else' }, [both, kept, liked, laughed]],
    [{ bookmarked: true }, [both, kept]],
    [{ bookmarked: true, likeType: 'all' }, [both]],
    [{ bookmarked: true, likeType: 'laugh' }, []],
    [{ likeType: 'all', byUser: james.userID }, [liked, laughed]],
  ];
  for (const [query, posts] of cases) {
    test(JSON.stringify(query), async () => assert.deepEqual(getIDs(await readFeed(reader, query)), getIDs(posts)));
  }

  test('by their own paths', async () => {
    assert.deepEqual(getIDs(await reader.get(microblogApi.bookmarks)), getIDs([both, kept]));
    assert.deepEqual(getIDs(await reader.get(microblogApi.likes)), getIDs([both, liked, laughed]));
    const page = { query: { before: both.postID, limit: 1 } };
    assert.deepEqual(getIDs(await reader.get(microblogApi.likes, page)), [liked.postID]);
  });

  test('without those of blocked people', async () => {
    const other = await app.newcomer('other-collector');
    await other.get(microblogApi.like, postParams(both));
    await block(other, heidi);
    assert.deepEqual(await other.get(microblogApi.likes), []);
  });
});
