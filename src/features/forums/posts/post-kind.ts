import { publicPostKind } from '#core/posts/index.ts';
import { assertOpen, getPost } from '../access.ts';
import { assertForumOpen } from '../cooldown/cooldown.ts';
import { findForum } from '../live-forums.ts';
import { presentOnePost } from '../present.ts';
import type { PostData } from '../records.ts';
import type { ForumPostRow } from '../tables.ts';
import { findStoredForum } from '../threads/store.ts';
import { countDeletion, findPost, insertPost, type NewPost, postEdits, postMarks, savePost } from './store.ts';
import { applyPostText, publishPost } from './text-effects.ts';

/** Forum posts as a content kind, with the actions on them. */
export const forumPostKind = publicPostKind<ForumPostRow, Omit<NewPost, 'createdAt'>, PostData>({
  type: 'forumPost',
  nounForAuthor: 'forum post',
  store: { findPost, savePost, marks: postMarks, edits: postEdits },
  get: (context, caller, postID) => getPost(context, caller, postID).post,
  assertPlaceAllowsChange(context, caller, { forumID }) {
    const forum = findForum(context, forumID);
    if (!forum) return;
    assertOpen(caller, forum);
    assertForumOpen(context, caller, forum);
  },
  /** Posts are deleted with their forum. */
  isDeleted: ({ db }, { deletedAt, forumID }) => deletedAt !== null || findStoredForum(db, forumID)?.deletedAt !== null,
  insert: insertPost,
  present: presentOnePost,
  applyText: applyPostText,
  afterStateChange: publishPost,
  afterDeletion: countDeletion,
});
