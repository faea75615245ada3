import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { assertMayChange } from '#core/users/index.ts';
import { getChangeableFez } from '../access.ts';
import { saveChange } from '../changes.ts';
import { describePost } from '../lifecycle/content.ts';
import { getLivePost } from './find-post.ts';
import { updatePost } from './store.ts';

/** Deletes one's own post, or as a moderator somebody else's (fez rule 38). */
export function deletePost(context: WriteContext, caller: Caller, postID: number, fezID?: string): void {
  const row = getLivePost(context, caller, postID);
  if (fezID !== undefined && fezID !== row.fezID) throw notFound('post');
  const found = getChangeableFez(context, caller, row.fezID, 'post');
  assertMayChange(context, caller, { authorID: row.authorID, state: row.moderationState });
  updatePost(context.db, row.id, { deletedAt: context.clock.now() });
  saveChange(context, found);
  logModeratorAction(context, caller, 'delete', describePost(row));
}
