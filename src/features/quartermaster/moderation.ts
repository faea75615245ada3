import { itemKind } from './access.ts';
import { itemModeration } from './api.ts';
import { presentItemEdit, presentItemForModerators } from './present.ts';
import { itemHistory } from './store.ts';

/** Items of the board as written, with their true owner (moderation rule M21). */
export const moderatedItem = itemKind.moderated(itemModeration, (context, item, status) => ({
  item: presentItemForModerators(context, item),
  ...status,
  edits: itemHistory.find(context.db, item.itemID).map((edit) => presentItemEdit(context, edit)),
}));
