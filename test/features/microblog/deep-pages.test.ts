import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { insertPost, saveAsHead } from '#features/microblog/store.ts';
import {
  block,
  deletePost,
  getIDs,
  mute,
  postParams,
  type Query,
  readFeed,
  startAppWithUsers,
  write,
} from './support.ts';

/** There are thousands of posts, so that the query skips those before a page by counts, not one by one. */
const { app, james, heidi, sam } = await startAppWithUsers();

interface StoredPost {
  readonly postID: number;
  readonly authorID: string;
  readonly isReply: boolean;
  isDeleted: boolean;
}

const storedPosts: StoredPost[] = [];
const postCount = 3_000;

transact(app.context, (context) => {
  const authorIDs = [james, heidi, sam].map(({ userID }) => userID);
  let headID: number | null = null;
  for (let number = 0; number < postCount; number += 1) {
    const authorID = authorIDs[(number + (number >> 4)) % 3] ?? '';
    const isHead = number % 100 === 0;
    const replyGroupID = number % 7 === 3 && !isHead ? headID : null;
    const { id } = insertPost(context, {
      ...{ authorID, text: `post ${number}`, images: [], replyGroupID },
      createdAt: app.clock.now(),
    });
    if (isHead) {
      saveAsHead(context, id);
      headID = id;
    }
    storedPosts.push({ postID: id, authorID, isReply: replyGroupID !== null, isDeleted: false });
  }
});

/** Computes what the query should return, in a simple way. */
function computeExpected(
  { start, limit, from, before, after, hideReplies }: Query,
  hiddenIDs: readonly string[] = [],
): number[] {
  const isShown = ({ postID, authorID, isReply, isDeleted }: StoredPost) =>
    !isDeleted &&
    !hiddenIDs.includes(authorID) &&
    !(hideReplies && isReply) &&
    (before === undefined || postID < Number(before)) &&
    (after === undefined || postID > Number(after));
  const shown = storedPosts.filter(isShown).map(({ postID }) => postID);
  const isNewer = from === 'first' || after !== undefined;
  const along = isNewer ? shown : shown.toReversed();
  const page = along.slice(Number(start), Number(start) + Number(limit));
  return isNewer ? page.toReversed() : page;
}

const getIDAt = (number: number): number => storedPosts[number]?.postID ?? 0;

const queries: readonly Query[] = [{}, { from: 'first' }, { before: getIDAt(2_500) }, { after: getIDAt(300) }];
const pageStarts = [1_023, 1_024, 1_025, 1_500, 1_777, 2_048, 2_400, 2_990, 5_000];

async function assertPages(reader: typeof heidi, hiddenIDs?: readonly string[]): Promise<void> {
  for (const walk of queries) {
    for (const hideReplies of [false, true]) {
      for (const start of pageStarts) {
        const query = { ...walk, hideReplies, start, limit: 30 };
        assert.deepEqual(
          getIDs(await readFeed(reader, query)),
          computeExpected(query, hiddenIDs),
          JSON.stringify(query),
        );
      }
    }
  }
}

describe('a page deep in the feed has the right posts (forums rule B67):', () => {
  test('from each anchor, with replies and without', () => assertPages(heidi));

  test('after posts were deleted and written in many places', async () => {
    for (const number of [0, 5, 511, 512, 900, 1_400, 1_401, 2_047, 2_998]) {
      const post = storedPosts[number];
      if (!post) continue;
      const author = [james, heidi, sam].find(({ userID }) => userID === post.authorID) ?? sam;
      assert.equal((await deletePost(author, post)).status, 204);
      post.isDeleted = true;
    }
    for (let number = 0; number < 3; number += 1) {
      const { postID } = await write(sam, 'one more');
      storedPosts.push({ postID, authorID: sam.userID, isReply: false, isDeleted: false });
    }
    await assertPages(heidi);
  });

  test('when a post becomes a reply group’s head, it isn’t a reply', async () => {
    const post = storedPosts[1_600];
    assert.ok(post && !post.isReply);
    const reply = await sam.get(microblogApi.reply, { ...postParams(post), body: { text: 'a reply', images: [] } });
    storedPosts.push({ postID: reply.postID, authorID: sam.userID, isReply: true, isDeleted: false });
    await assertPages(heidi);
  });

  test('without posts of hidden people', async () => {
    await mute(heidi, james);
    await assertPages(heidi, [james.userID]);
    await block(sam, heidi);
    await assertPages(heidi, [james.userID, sam.userID]);
    await assertPages(sam, [heidi.userID]);
  });

  test('after another program wrote to the database', async () => {
    const post = storedPosts[1_000];
    assert.ok(post);
    app.context.db.sqlite.prepare('UPDATE microblog_posts SET deleted_at = 1 WHERE id = ?').run(post.postID);
    app.context.caches.invalidateAll();
    post.isDeleted = true;
    await assertPages(james);
  });
});
