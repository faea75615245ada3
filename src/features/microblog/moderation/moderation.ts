import * as v from 'valibot';
import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { integerInPath } from '#contract/fields.ts';
import { PostEditLogData } from '#core/posts/records.ts';
import { moderatedKind } from '#core/reports/index.ts';
import { ContentModerationStatus } from '#core/reports/records.ts';
import { describePost } from '../content.ts';
import { presentTruePost } from '../present.ts';
import { FeedPostData } from '../records.ts';
import { findPost, postEdits } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';
import { setPostState } from './set-post-state.ts';

/** A post whatever its state, deleted ones too. Throws 404. */
function getPostToModerate(context: Context, postID: number): MicroblogPostRow {
  const post = findPost(context, postID);
  if (!post) throw notFound('post');
  return post;
}

/** Microblog posts, as they were written (moderation rules M1 to M5). */
export const moderatedMicroblogPost = moderatedKind({
  word: 'microblog',
  params: { postID: integerInPath },
  recordName: 'MicroblogModerationData',
  record: {
    post: FeedPostData,
    isDeleted: v.boolean(),
    moderationStatus: ContentModerationStatus,
    edits: v.array(PostEditLogData),
  },
  summary: 'A microblog post as it was written, with its history and the reports on it',
  listReportTargets: ({ postID }) => [{ type: 'microblogPost', id: String(postID) }],
  read(context, _moderator, { postID }) {
    const post = getPostToModerate(context, postID);
    return {
      post: presentTruePost(context, post),
      isDeleted: post.deletedAt !== null,
      moderationStatus: post.moderationState,
      edits: postEdits.present(context, postID),
    };
  },
  settable: {
    summary: 'Set the moderation state of a microblog post',
    getContent(context, _moderator, { postID }) {
      const post = getPostToModerate(context, postID);
      if (post.deletedAt !== null) throw notFound('post');
      return describePost(post);
    },
    setState(context, { postID }, moderationState) {
      setPostState(context, postID, moderationState);
    },
  },
});
