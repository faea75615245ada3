import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { clampPage, type Page } from '#contract/query.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { findForums } from '../live-forums.ts';
import { presentForumList } from '../present.ts';
import type { ForumListData } from '../records.ts';
import type { ListedForums } from './store.ts';

const defaultLimit = 50;

/** Returns the requested page of a list of forums (core rule 12). */
export const readForumPage = (context: Context, query: { start?: number; limit?: number }): Page =>
  clampPage(query, { default: defaultLimit, max: getServerSettings(context).maximumForums });

/** Returns the requested page of a list of posts. */
export const readPostPage = (context: Context, query: { start?: number; limit?: number }): Page =>
  clampPage(query, { default: defaultLimit, max: getServerSettings(context).maximumForumPosts });

/** Returns the records of a page with its paginator. */
export const presentForumPage = (
  context: Context,
  caller: Caller,
  { forumIDs, total }: ListedForums,
  page: Page,
): { paginator: { total: number } & Page; forumThreads: ForumListData[] } => ({
  paginator: { total, ...page },
  forumThreads: presentForumList(context, caller, findForums(context, forumIDs)),
});
