import type { Context } from '#area/context.ts';
import type { EveryField } from '#contract/record.ts';
import { presentPostContentForModerators } from '#core/posts/index.ts';
import { mapReactorFields } from '#core/posts/records.ts';
import { presentEdit, presentHeaderForModerators } from '#core/reports/index.ts';
import { forumPostKind } from '../posts/post-kind.ts';
import { postEdits } from '../posts/store.ts';
import type { PostDetailData } from '../records.ts';
import type { ForumEditRow, ForumPostRow } from '../tables.ts';
import { forumKind } from '../threads/forum-kind.ts';
import { forumHistory } from '../threads/store.ts';
import { forumModeration, forumPostModeration } from './api.ts';
import type { ForumEditLogData } from './records.ts';

const presentForumEdit = (context: Context, edit: ForumEditRow): ForumEditLogData =>
  ({
    forumID: edit.forumID,
    ...presentEdit(context, edit),
    title: edit.title,
    categoryID: edit.categoryID ?? undefined,
  }) satisfies EveryField<ForumEditLogData>;

/** The original text, without other users' marks. */
const presentPostForModerators = (context: Context, post: ForumPostRow): PostDetailData =>
  ({
    ...presentPostContentForModerators(context, post),
    forumID: post.forumID,
    isBookmarked: false,
    userLike: undefined,
    ...mapReactorFields(() => []),
  }) satisfies EveryField<PostDetailData>;

/** Forums with their original titles (moderation rule M5). */
export const moderatedForum = forumKind.moderated(forumModeration, (context, forum, status) => ({
  forumID: forum.id,
  categoryID: forum.categoryID,
  creator: presentHeaderForModerators(context, forum.creatorID),
  title: forum.title,
  createdAt: forum.createdAt,
  ...status,
  edits: forumHistory.find(context.db, forum.id).map((edit) => presentForumEdit(context, edit)),
}));

/** Posts of forums with their original text. */
export const moderatedForumPost = forumPostKind.moderated(forumPostModeration, (context, post, status) => ({
  forumPost: presentPostForModerators(context, post),
  ...status,
  edits: postEdits.present(context, post.id),
}));
