import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { getUser, maySee } from '#core/users/index.ts';
import type { FezPostRow } from '../tables.ts';
import { findPost } from './store.ts';

/** A post that is there, and whose author no block hides from the caller. Throws not-found. */
export function getLivePost(context: Context, caller: Caller, postID: number): FezPostRow {
  const row = findPost(context.db, postID);
  if (!row || row.deletedAt !== null || !maySee(context, caller, getUser(context, row.authorID))) {
    throw notFound('post');
  }
  return row;
}
