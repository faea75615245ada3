import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { settableKind } from '#core/reports/index.ts';
import { describePost } from '../content.ts';
import { presentTruePost } from '../present.ts';
import { findPost, postEdits } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';
import { microblogModeration } from './api.ts';
import { setPostState } from './set-post-state.ts';

/** A post whatever its state, deleted ones too. Throws 404. */
function getPostToModerate(context: Context, postID: number): MicroblogPostRow {
  const post = findPost(context, postID);
  if (!post) throw notFound('post');
  return post;
}

/** Microblog posts, as they were written (moderation rules M1 to M5). */
export const moderatedMicroblogPost = settableKind(microblogModeration, {
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
