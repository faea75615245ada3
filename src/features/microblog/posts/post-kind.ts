import { publicPostKind } from '#core/posts/index.ts';
import { setTextsPublic } from '#core/public-text/index.ts';
import { isUnderReview } from '#core/users/index.ts';
import { getPost } from '../access.ts';
import { presentPostFor } from '../present.ts';
import type { FeedPostData } from '../records.ts';
import { findPost, insertPost, type NewPost, postEdits, postMarks, savePost } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';
import { applyText } from '../text-effects.ts';

/** Microblog posts as a content kind, with the actions on them. */
export const feedPostKind = publicPostKind<MicroblogPostRow, Omit<NewPost, 'createdAt'>, FeedPostData>({
  type: 'microblogPost',
  nounForAuthor: 'post in the feed',
  store: { findPost, savePost, marks: postMarks, edits: postEdits },
  get: getPost,
  insert: insertPost,
  present: presentPostFor,
  applyText,
  /** Hashtags of posts hidden from everyone aren't suggested. */
  afterStateChange: (context, { id }, state) => setTextsPublic(context, 'microblog', [id], !isUnderReview(state)),
});
