import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { getPostReader } from '#core/posts/index.ts';
import type { ModeratedContent } from '#core/reports/index.ts';
import { assertMayChange } from '#core/users/index.ts';
import { findItem } from './store.ts';
import type { QuartermasterItemRow } from './tables.ts';

/** An item that is there, and whose owner no block hides from the caller. Throws 404. */
export function getItem(context: Context, caller: Caller, itemID: string): QuartermasterItemRow {
  const item = findItem(context.db, itemID);
  const isThere = item?.deletedAt === null && !getPostReader(context, caller).blocked.has(item.ownerID);
  if (!isThere) throw notFound('item');
  return item;
}

/** An item that the caller finds on the board. Throws 404, also for those of muted users (libraries rule Q6). */
export function getShownItem(context: Context, caller: Caller, itemID: string): QuartermasterItemRow {
  const item = getItem(context, caller, itemID);
  if (getPostReader(context, caller).hidden.has(item.ownerID)) throw notFound('item');
  return item;
}

/** An item that the caller may change or delete now. Throws 404, or 403 (libraries rules Q12 and Q15). */
export function getItemToChange(context: Context, caller: Caller, itemID: string): QuartermasterItemRow {
  const item = getItem(context, caller, itemID);
  assertMayChange(context, caller, toOwned(item));
  return item;
}

/** What an item is judged by when somebody wants to change it. */
export const toOwned = ({ ownerID, moderationState }: QuartermasterItemRow) => ({
  authorID: ownerID,
  state: moderationState,
});

/** An item as moderators act on it. */
export const describeItem = ({ itemID, ownerID }: QuartermasterItemRow): ModeratedContent => ({
  type: 'quartermasterItem',
  id: itemID,
  authorID: ownerID,
});
