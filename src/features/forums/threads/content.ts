import type { ModeratedContent } from '#core/reports/index.ts';
import type { ForumPostRow, ForumRow } from '../tables.ts';

/** A forum as moderators act on it. */
export const describeForum = ({ id, creatorID }: Pick<ForumRow, 'id' | 'creatorID'>): ModeratedContent => ({
  type: 'forum',
  id,
  authorID: creatorID,
});

/** A post as moderators act on it. */
export const describePost = ({ id, authorID }: Pick<ForumPostRow, 'id' | 'authorID'>): ModeratedContent => ({
  type: 'forumPost',
  id: String(id),
  authorID,
});

/** What a forum is judged by when somebody wants to change it. */
export const toOwnForum = ({ creatorID, moderationState }: Pick<ForumRow, 'creatorID' | 'moderationState'>) => ({
  authorID: creatorID,
  state: moderationState,
});

/** What a post is judged by when somebody wants to change it. */
export const toOwnPost = ({ authorID, moderationState }: Pick<ForumPostRow, 'authorID' | 'moderationState'>) => ({
  authorID,
  state: moderationState,
});
