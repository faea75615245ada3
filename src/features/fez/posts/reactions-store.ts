import { createPostReactions } from '#core/posts/index.ts';
import { prepareWriteText } from '#db/prepared.ts';
import { fezPosts, fezReactions } from '../tables.ts';

const deleteQuery = prepareWriteText<{ userID: string; postID: number }>(
  'DELETE FROM fez_reactions WHERE user_id = :userID AND post_id = :postID',
);

/** The stored reactions to posts. */
export const postReactions = createPostReactions({ posts: fezPosts, marks: fezReactions }, (db, key) =>
  deleteQuery.run(db, key),
);
