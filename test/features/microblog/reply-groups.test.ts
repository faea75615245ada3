import assert from 'node:assert/strict';
import { test } from 'node:test';
import { microblogApi } from '#features/microblog/api.ts';
import {
  block,
  deletePost,
  getIDs,
  postParams,
  readFeed,
  reply,
  setState,
  startAppWithUsers,
  tryToReply,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

test('a reply joins its target’s group, which the first reply starts (forums rule B69)', async () => {
  const head = await write(james, 'head');
  assert.equal(head.replyGroupID, undefined);
  const first = await reply(heidi, head, 'first');
  assert.equal(first.replyGroupID, head.postID);
  assert.equal((await sam.get(microblogApi.read, postParams(head))).replyGroupID, head.postID);
  const nested = await reply(sam, first, 'to the reply');
  assert.equal(nested.replyGroupID, head.postID);
});

test('a group is listed with its head, oldest first (forums rules B67 and B68)', async () => {
  const head = await write(james, 'head');
  assert.deepEqual(getIDs(await readFeed(sam, { replyGroup: head.postID })), [head.postID]);
  const replies = [await reply(heidi, head, 'one'), await reply(sam, head, 'two'), await reply(james, head, 'three')];
  await write(james, 'elsewhere');
  const group = [head, ...replies].map(({ postID }) => postID);
  assert.deepEqual(getIDs(await readFeed(sam, { replyGroup: head.postID })), group);
  assert.deepEqual(getIDs(await readFeed(sam, { replygroup: head.postID, hideReplies: true })), group);
  assert.deepEqual(
    getIDs(await readFeed(sam, { replyGroup: head.postID, limit: 2 })),
    group.slice(2),
    'the newest ones',
  );
  assert.deepEqual(
    getIDs(await readFeed(sam, { replyGroup: head.postID, from: 'first', limit: 2 })),
    group.slice(0, 2),
  );
  assert.deepEqual(
    getIDs(await readFeed(sam, { replyGroup: head.postID, after: head.postID, limit: 2 })),
    group.slice(1, 3),
  );
});

test('deleting the head leaves the group to the others (forums rule B69)', async () => {
  const head = await write(james, 'head');
  const one = await reply(heidi, head, 'one');
  await deletePost(james, head);
  assert.equal((await reply(sam, one, 'two')).replyGroupID, head.postID);
  assert.equal((await readFeed(sam, { replyGroup: head.postID })).length, 2);
  assert.equal((await tryToReply(sam, head, 'too late')).status, 404);
});

test('replies can be omitted on request, but not heads (forums rule B68)', async () => {
  const head = await write(james, 'a head');
  const answer = await reply(heidi, head, 'a reply');
  const single = await write(sam, 'a single');
  const listed = getIDs(await readFeed(sam, { hideReplies: true, limit: 2 }));
  assert.deepEqual(listed, [single.postID, head.postID]);
  assert.ok(getIDs(await readFeed(sam, { hideReplies: false })).includes(answer.postID));
});

test('a post under review accepts no replies, a locked one does (forums rules B46 and B69)', async () => {
  const post = await write(james, 'odd');
  await setState(moderator, post, 'quarantined');
  assert.equal((await tryToReply(heidi, post, 'x')).status, 403);
  assert.equal((await tryToReply(moderator, post, 'x')).status, 403);
  await setState(moderator, post, 'locked');
  assert.equal((await tryToReply(heidi, post, 'x')).status, 201);
});

test('posts that are blocked or don’t exist can’t be replied to (forums rule B69)', async () => {
  const [blocker, blocked] = [await app.newcomer('blocker'), await app.newcomer('blocked')];
  const post = await write(blocked, 'hello');
  await block(blocker, blocked);
  assert.equal((await tryToReply(blocker, post, 'x')).status, 404);
  assert.equal((await tryToReply(blocker, { postID: 999_999 }, 'x')).status, 404);
});
