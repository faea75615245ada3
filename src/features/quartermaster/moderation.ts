import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { settableKind } from '#core/reports/index.ts';
import { describeItem } from './access.ts';
import { itemModeration } from './api.ts';
import { presentItemEdit, presentTrueItem } from './present.ts';
import { findEdits, findItem, saveItem } from './store.ts';
import type { QuartermasterItemRow } from './tables.ts';

/** An item whatever its state, deleted ones too. Throws 404. */
function getItemToModerate(context: Context, itemID: string): QuartermasterItemRow {
  const item = findItem(context.db, itemID);
  if (!item) throw notFound('item');
  return item;
}

/** Items of the board, as they were written and with their true owner (moderation rule M21). */
export const moderatedItem = settableKind(itemModeration, {
  listReportTargets: ({ item_id }) => [{ type: 'quartermasterItem', id: item_id }],
  read(context, _moderator, { item_id }) {
    const item = getItemToModerate(context, item_id);
    return {
      item: presentTrueItem(context, item),
      isDeleted: item.deletedAt !== null,
      moderationStatus: item.moderationState,
      edits: findEdits(context.db, item_id).map((edit) => presentItemEdit(context, edit)),
    };
  },
  settable: {
    getContent(context, _moderator, { item_id }) {
      const item = getItemToModerate(context, item_id);
      if (item.deletedAt !== null) throw notFound('item');
      return describeItem(item);
    },
    setState(context, { item_id }, moderationState) {
      saveItem(context, item_id, { moderationState });
    },
  },
});
