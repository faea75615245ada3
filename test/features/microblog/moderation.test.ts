import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { microblogApi } from '#features/microblog/api.ts';
import { giveRegistrationCodes } from '../../support/accounts.ts';
import { moderationApi } from '../../support/moderation.ts';
import {
  deletePost,
  postParams,
  readAsModerator,
  readFeed,
  setState,
  startAppWithUsers,
  tryToReply,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const pictureName = '00000000-0000-4000-8000-000000000001.jpg';

const reportPost = (user: typeof james, post: { postID: number }, message = 'odd') =>
  user.call(microblogApi.report, { ...postParams(post), body: { message } });

describe('reports (forums rules B44 and B45)', () => {
  test('are filed once per family, even on own posts, and shown with the post', async () => {
    const post = await write(james, 'odd');
    const responses = [await reportPost(heidi, post), await reportPost(james, post, ''), await reportPost(heidi, post)];
    assert.deepEqual(
      responses.map(({ status }) => status),
      [201, 201, 409],
    );
    const { reports } = await readAsModerator(moderator, post);
    assert.deepEqual(
      reports.map(({ type, reportedID, reportedUser, author }) => [
        type,
        reportedID,
        reportedUser.username,
        author.username,
      ]),
      [
        ['microblogPost', String(post.postID), 'james', 'james'],
        ['microblogPost', String(post.postID), 'james', 'heidi'],
      ],
    );
  });

  test('hide a post automatically once there are three, unless it was reviewed', async () => {
    const [post, reviewed] = [await write(james, 'hidden by many'), await write(james, 'reviewed')];
    await setState(moderator, reviewed, 'reviewed');
    await giveRegistrationCodes(app, heidi, sam, moderator);
    for (const user of [heidi, sam, moderator]) {
      assert.equal((await readFeed(heidi, { limit: 2 }))[1]?.text, 'hidden by many');
      await reportPost(user, post);
      await reportPost(user, reviewed);
    }
    const [second, first] = await readFeed(heidi, { limit: 2 });
    assert.notEqual(first?.text, 'hidden by many');
    assert.equal(second?.text, 'reviewed');
    assert.equal((await readAsModerator(moderator, post)).moderationStatus, 'autoQuarantined');
    assert.equal((await readAsModerator(moderator, reviewed)).moderationStatus, 'modReviewed');
  });
});

describe('a post under review (forums rule B46)', () => {
  test('shows everyone a notice and no pictures, except moderators who review it', async () => {
    const post = await write(james, 'very odd', { images: [{ filename: pictureName }] });
    await heidi.get(microblogApi.like, postParams(post));
    await setState(moderator, post, 'quarantined');
    for (const user of [james, heidi, moderator]) {
      const [listed] = await readFeed(user, { limit: 1 });
      const alone = await user.get(microblogApi.read, postParams(post));
      for (const seen of [listed, alone]) {
        assert.equal(seen?.postID, post.postID);
        assert.ok(seen?.text && !seen.text.includes('odd'));
        assert.equal(seen.images, undefined);
      }
    }
    const judged = await readAsModerator(moderator, post);
    assert.deepEqual(
      [judged.post.text, judged.post.images, judged.post.likeCount, judged.post.isBookmarked, judged.isDeleted],
      ['very odd', [pictureName], 0, false, false],
    );
    assert.equal(judged.moderationStatus, 'quarantined');
  });

  test('accepts reactions, bookmarks and reports, but no replies', async () => {
    const post = await write(james, 'very odd');
    await setState(moderator, post, 'quarantined');
    assert.equal((await heidi.call(microblogApi.like, postParams(post))).body.likeCount, 1);
    assert.equal((await heidi.call(microblogApi.bookmark, postParams(post))).status, 201);
    assert.equal((await reportPost(heidi, post)).status, 201);
    assert.equal((await tryToReply(heidi, post, 'x')).status, 403);
    await setState(moderator, post, 'normal');
    assert.equal((await readFeed(heidi, { limit: 1 }))[0]?.text, 'very odd');
  });
});

describe('states (moderation rules M1, M2 and M7)', () => {
  test('are logged, even if set again, but not on own posts', async () => {
    const post = await write(james, 'judged');
    for (const state of ['quarantined', 'reviewed', 'locked', 'normal', 'normal'] as const) {
      await setState(moderator, post, state);
    }
    const own = await write(moderator, 'mine');
    await setState(moderator, own, 'locked');
    const { actions } = await moderator.get(moderationApi.actionLog);
    const ofPost = actions.filter(({ contentID }) => contentID === String(post.postID));
    assert.deepEqual(
      ofPost.map(({ actionType, contentType }) => `${actionType} ${contentType}`),
      ['unlock', 'unlock', 'lock', 'markReviewed', 'quarantine'].map((word) => `${word} microblogPost`),
    );
    assert.ok(actions.every(({ contentID }) => contentID !== String(own.postID)));
  });

  test('can be set on live posts only; an unknown post gets 404', async () => {
    const post = await write(james, 'gone');
    await deletePost(james, post);
    for (const { postID } of [post, { postID: 999_999 }]) {
      const set = { params: { postID, state: 'locked' } };
      assert.equal((await moderator.call(moderationApi.setMicroblogPostState, set)).status, 404);
    }
    assert.equal((await moderator.call(moderationApi.microblogPost, postParams({ postID: 999_999 }))).status, 404);
    assert.equal((await heidi.call(moderationApi.microblogPost, postParams(post))).status, 403);
    assert.equal((await readAsModerator(moderator, post)).isDeleted, true);
  });
});
