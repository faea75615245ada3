import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { guardChange, maySee } from '#core/users/index.ts';
import { storeChange } from './changes.ts';
import { fezToChange } from './find-fez.ts';
import { knownPerson } from './present.ts';
import { findPost, updatePost } from './store/posts.ts';
import type { FezPostRow } from './tables.ts';
import { postContent } from './write-post.ts';

/** A post that is there, and whose author no block hides from the caller. Throws not-found. */
export function livePost(context: Context, caller: Caller, postID: number): FezPostRow {
  const row = findPost(context.db, postID);
  if (!row || row.deletedAt !== null || !maySee(context, caller, knownPerson(context, row.authorID))) {
    throw notFound('post');
  }
  return row;
}

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
