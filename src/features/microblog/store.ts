import type { WriteContext } from '#area/context.ts';
import { createPostStore } from '#core/posts/index.ts';
import { prepareInsert, prepareWriteText } from '#db/prepared.ts';
import { type MicroblogPostRow, microblogEdits, microblogMarks, microblogPosts } from './tables.ts';

const store = createPostStore({ posts: microblogPosts, marks: microblogMarks, edits: microblogEdits });

export const { findPosts, findPost, savePost, marks: postMarks, edits: postEdits } = store;

const insertPostQuery = prepareInsert(microblogPosts, 'id', 'moderationState', 'likeCount', 'deletedAt');

/** The content of a new post and the post it replies to. */
export type NewPost = Parameters<typeof insertPostQuery.get>[1];

/** Stores a new post and returns it with its id. */
export function insertPost(context: WriteContext, post: NewPost): MicroblogPostRow {
  return insertPostQuery.get(context.db, post);
}

const saveAsHeadQuery = prepareWriteText<{ id: number }>(
  'UPDATE microblog_posts SET reply_group_id = id WHERE id = :id',
);

/** Makes a post the head of its own reply group. */
export function saveAsHead(context: WriteContext, id: number): void {
  saveAsHeadQuery.run(context.db, { id });
}
