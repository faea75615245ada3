import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { getPostReader } from '#core/posts/index.ts';
import { contentKind } from '#core/reports/index.ts';
import { findItem, saveItem } from './store.ts';
import type { QuartermasterItemRow } from './tables.ts';

/** Returns an existing item, unless a block hides its owner from the caller. Throws 404. */
export function getItem(context: Context, caller: Caller, itemID: string): QuartermasterItemRow {
  const item = findItem(context.db, itemID);
  const isThere = item?.deletedAt === null && !getPostReader(context, caller).blocked.has(item.ownerID);
  if (!isThere) throw notFound('item');
  return item;
}

/**
 * Returns an item that the caller can see on the board. Throws 404, also if the caller muted its owner (libraries rule
 * Q6).
 */
export function getShownItem(context: Context, caller: Caller, itemID: string): QuartermasterItemRow {
  const item = getItem(context, caller, itemID);
  if (getPostReader(context, caller).hidden.has(item.ownerID)) throw notFound('item');
  return item;
}

/**
 * Items and what users can do with them. Reports never hide an item, however many there are (libraries rules Q12 and
 * Q15 to Q17).
 */
export const itemKind = contentKind<QuartermasterItemRow, QuartermasterItemRow, string>({
  type: 'quartermasterItem',
  nounForAuthor: 'item on the board',
  quote: ({ itemName }) => itemName,
  noun: 'item',
  identify: ({ itemID, ownerID }) => ({ id: itemID, authorID: ownerID }),
  find: ({ db }, itemID) => findItem(db, itemID),
  get: getItem,
  saveState: (context, { itemID }, moderationState) => saveItem(context, itemID, { moderationState }),
  saveDeletion: (context, _caller, { itemID }) => saveItem(context, itemID, { deletedAt: context.clock.now() }),
});
