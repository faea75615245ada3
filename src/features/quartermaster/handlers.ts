import type { Context, Handlers } from '#area/context.ts';
import { getShownItem, itemKind } from './access.ts';
import type { quartermasterApi } from './api.ts';
import { createItems, updateItem } from './change-items.ts';
import { listItems } from './list-items.ts';
import { presentChangedItem, presentItem } from './present.ts';

export const quartermasterHandlers = (context: Context): Handlers<typeof quartermasterApi> => ({
  ...itemKind.handlers,
  list: ({ caller, query }) => listItems(context, caller, query),
  read: ({ caller, params }) => presentItem(context, caller, getShownItem(context, caller, params.itemID)),
  create: ({ caller, body, write }) =>
    write((context) => createItems(context, caller, body).map((row) => presentChangedItem(context, caller, row))),
  update: ({ caller, params, body, write }) =>
    write((context) => presentChangedItem(context, caller, updateItem(context, caller, params.itemID, body))),
});
