import { type Html, html } from '../../frame/html.ts';
import { badge } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';

const ways = [
  { path: '/forums/threads?which=favorites', label: 'Followed' },
  { path: '/forums/threads?which=recent', label: 'Recent' },
  { path: '/forums/threads?which=own', label: 'Yours' },
  { path: '/forums/posts?which=mentions', label: 'Mentions' },
  { path: '/forums/posts?which=bookmarks', label: 'Bookmarks' },
] as const;

/** Links to the parts of the forums that concern the viewer. */
export const ownTabs = (current: string | undefined, mentions = 0): Html =>
  tabs(
    'Your forum lists',
    ways.map(({ path, label }) => ({
      path,
      label: label === 'Mentions' ? html`${label}${badge(mentions)}` : label,
      isCurrent: path === current,
    })),
  );
