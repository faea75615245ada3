import type { Context, Handlers } from '#area/context.ts';
import type { forumsApi } from './api.ts';
import { openCategory, presentCategories } from './categories/list-categories.ts';
import { cooldownHandlers } from './cooldown/handlers.ts';
import {
  listFavoriteForums,
  listMutedForums,
  listOwnForums,
  listOwnWithoutPaginator,
  listRecentForums,
  listUnreadForums,
  listWatchedForums,
} from './lists/list-forums.ts';
import { searchForums } from './lists/search-forums.ts';
import { postSearchHandlers } from './post-search/handlers.ts';
import { postsHandlers } from './posts/handlers.ts';
import { marksHandlers } from './reading/handlers.ts';
import { threadsHandlers } from './threads/handlers.ts';

export const forumsHandlers = (context: Context): Handlers<typeof forumsApi> => ({
  ...threadsHandlers(context),
  ...marksHandlers(),
  ...postsHandlers(context),
  ...postSearchHandlers(context),
  ...cooldownHandlers(),
  categories: ({ caller, query }) => presentCategories(context, caller, query),
  category: ({ caller, params, query }) => openCategory(context, caller, params.categoryID, query),
  favorites: ({ caller, query }) => listFavoriteForums(context, caller, query),
  mutes: ({ caller, query }) => listMutedForums(context, caller, query),
  watched: ({ caller, query }) => listWatchedForums(context, caller, query),
  owned: ({ caller, query }) => listOwnForums(context, caller, query),
  ownedBare: ({ caller, query }) => listOwnWithoutPaginator(context, caller, query),
  recent: ({ caller, query }) => listRecentForums(context, caller, query),
  unread: ({ caller, query }) => listUnreadForums(context, caller, query),
  search: ({ caller, query }) => searchForums(context, caller, query),
});
