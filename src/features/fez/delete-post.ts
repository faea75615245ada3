import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { guardChange } from '#core/users/index.ts';
import { storeChange } from './changes.ts';
import { postContent } from './content.ts';
import { fezToChange } from './find-fez.ts';
import { livePost } from './find-post.ts';
import { updatePost } from './store/posts.ts';

/** Deletes one's own post, or as a moderator somebody else's (fez rule 38). To be called inside a transaction. */
export function deletePost(context: Context, caller: Caller, postID: number, fezID?: string): void {
  const row = livePost(context, caller, postID);
  if (fezID !== undefined && fezID !== row.fezID) throw notFound('post');
  const found = fezToChange(context, caller, row.fezID, 'post');
  guardChange(context, caller, { authorID: row.authorID, state: row.moderationState });
  updatePost(context.db, row.id, { deletedAt: context.clock.now() });
  storeChange(context, found);
  logModeratorAction(context, caller, 'delete', postContent(row));
}
