import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { presentTruePostContent } from '#core/posts/index.ts';
import { eachReactors } from '#core/posts/records.ts';
import { presentEdit, presentHeaderForModerators, settableKind } from '#core/reports/index.ts';
import { findPost, postEdits } from '../posts/store.ts';
import { setPostState } from '../posts/text-effects.ts';
import type { PostDetailData } from '../records.ts';
import type { ForumEditRow, ForumPostRow, ForumRow } from '../tables.ts';
import { describeForum, describePost } from '../threads/content.ts';
import { findForumEdits, findStoredForum, saveForum } from '../threads/store.ts';
import { forumModeration, forumPostModeration } from './api.ts';
import type { ForumEditLogData } from './records.ts';

const presentForumEdit = (context: Context, edit: ForumEditRow): ForumEditLogData => ({
  forumID: edit.forumID,
  ...presentEdit(context, edit),
  title: edit.title,
  categoryID: edit.categoryID ?? undefined,
});

function getStoredForum(context: Context, forumID: string): ForumRow {
  const forum = findStoredForum(context.db, forumID);
  if (!forum) throw notFound('forum');
  return forum;
}

function getStoredPost(context: Context, postID: number): ForumPostRow {
  const post = findPost(context, postID);
  if (!post) throw notFound('post');
  return post;
}

/** As it was written, without what anybody has made of it. */
const presentTruePost = (context: Context, post: ForumPostRow): PostDetailData => ({
  ...presentTruePostContent(context, post),
  forumID: post.forumID,
  isBookmarked: false,
  ...eachReactors(() => []),
});

/** Posts are deleted with their forum. */
const isDeleted = (context: Context, { deletedAt, forumID }: ForumPostRow): boolean =>
  deletedAt !== null || getStoredForum(context, forumID).deletedAt !== null;

/** Forums with the title they really have (moderation rule M5). */
export const moderatedForum = settableKind(forumModeration, {
  listReportTargets: ({ forumID }) => [{ type: 'forum', id: forumID }],
  read(context, _moderator, { forumID }) {
    const forum = getStoredForum(context, forumID);
    return {
      forumID,
      categoryID: forum.categoryID,
      creator: presentHeaderForModerators(context, forum.creatorID),
      title: forum.title,
      createdAt: forum.createdAt,
      moderationStatus: forum.moderationState,
      isDeleted: forum.deletedAt !== null,
      edits: findForumEdits(context.db, forumID).map((edit) => presentForumEdit(context, edit)),
    };
  },
  settable: {
    getContent(context, _moderator, { forumID }) {
      const forum = getStoredForum(context, forumID);
      if (forum.deletedAt !== null) throw notFound('forum');
      return describeForum(forum);
    },
    setState: (context, { forumID }, moderationState) => saveForum(context, forumID, { moderationState }),
  },
});

/** Posts of forums, as they were written. */
export const moderatedForumPost = settableKind(forumPostModeration, {
  listReportTargets: ({ postID }) => [{ type: 'forumPost', id: String(postID) }],
  read(context, _moderator, { postID }) {
    const post = getStoredPost(context, postID);
    return {
      forumPost: presentTruePost(context, post),
      isDeleted: isDeleted(context, post),
      moderationStatus: post.moderationState,
      edits: postEdits.present(context, postID),
    };
  },
  settable: {
    getContent(context, _moderator, { postID }) {
      const post = getStoredPost(context, postID);
      if (isDeleted(context, post)) throw notFound('post');
      return describePost(post);
    },
    setState: (context, { postID }, moderationState) =>
      setPostState(context, getStoredPost(context, postID), moderationState),
  },
});
