import { forumsApi } from '#features/forums/api.ts';
import { type Html, html } from '../../frame/html.ts';
import { badge } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import type { Visit } from '../../visit.ts';

const tabLinks = [
  { path: '/forums/threads?which=favorites', label: 'Followed' },
  { path: '/forums/threads?which=watched', label: 'Watched' },
  { path: '/forums/threads?which=recent', label: 'Recent' },
  { path: '/forums/threads?which=own', label: 'Yours' },
  { path: '/forums/posts?which=mentions', label: 'Mentions' },
  { path: '/forums/posts?which=bookmarks', label: 'Bookmarks' },
] as const;

type TabLabel = (typeof tabLinks)[number]['label'];

/** Links to the parts of the forums that concern the viewer, with how many of some are new. */
export const ownTabs = (
  visit: Pick<Visit, 'isOpen'>,
  current: string | undefined,
  unread: Partial<Record<TabLabel, number | undefined>> = {},
): Html =>
  tabs(
    'Your forum lists',
    tabLinks
      .filter(({ label }) => label !== 'Watched' || visit.isOpen(forumsApi.watched))
      .map(({ path, label }) => ({
        path,
        label: html`${label}${badge(unread[label])}`,
        isCurrent: path === current,
      })),
  );
