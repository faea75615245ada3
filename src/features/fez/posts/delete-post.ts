import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { assertMayChange } from '#core/users/index.ts';
import { getLivePost, getVisibleFez } from '../access.ts';
import { describePost } from '../lifecycle/content.ts';
import { saveActivity } from '../store.ts';
import { savePostDeletion } from './store.ts';

/** Deletes a post as its author or as a moderator; `fezID` is where it must be (fez rule 38). */
export function deletePost(context: WriteContext, caller: Caller, postID: number, fezID?: string): void {
  const row = getLivePost(context, caller, postID);
  if (fezID !== undefined && fezID !== row.fezID) throw notFound('post');
  const access = getVisibleFez(context, caller, row.fezID, 'post');
  assertMayChange(context, caller, { authorID: row.authorID, state: row.moderationState });
  savePostDeletion(context, row, context.clock.now());
  saveActivity(context, access.fez);
  logModeratorAction(context, caller, 'delete', describePost(row));
}
