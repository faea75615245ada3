import type { DialectFile } from '#config/dialect-file.ts';

/**
 * Addresses that apps share as links, and the pages that show the same here (decision 93). Addresses with words of a
 * particular app are in its dialect.
 */
export const movedPages: Readonly<Record<string, string>> = {
  '/forum/{thread}': '/forums/thread/{thread}',
  '/forum/containingpost/{post}': '/forums/post/{post}/thread',
  '/forum/owned': '/forums/threads?which=own',
  '/forum/recent': '/forums/threads?which=recent',
  '/forum/favorites': '/forums/threads?which=favorites',
  '/forum/mutes': '/forums/threads?which=mutes',
  '/forumpost/mentions': '/forums/posts?which=mentions',
  '/forumpost/owned': '/forums/posts?which=own',
  '/forumpost/favorite': '/forums/posts?which=bookmarks',
  '/forumpost/search': '/forums/search',
  '/lfg': '/groups',
  '/lfg/joined': '/chats',
  '/lfg/owned': '/chats',
  '/lfg/create': '/chats/new?kind=group',
  '/lfg/{chat}': '/chats/{chat}',
  '/seamail': '/chats',
  '/seamail/create': '/chats/new?kind=chat',
  '/seamail/{chat}': '/chats/{chat}',
  '/privateevent/list': '/chats',
  '/privateevent/create': '/chats/new?kind=private',
  '/privateevent/{chat}': '/chats/{chat}',
  '/fez/{chat}': '/chats/{chat}',
  '/events': '/schedule',
  '/events/{event}': '/event/{event}',
  '/dayplanner': '/schedule?following=true',
  '/user/{person}': '/people/{person}',
  '/username/{name}': '/people/named/{name}',
  '/profile': '/settings/profile',
  '/profile/edit': '/settings/profile',
  '/directory': '/people',
  '/blocks': '/people/blocks',
  '/mutes': '/people/mutes',
  '/favorites': '/people/favorites',
  '/boardgames': '/games',
  '/boardgames/guide': '/games/recommend',
  '/boardgames/{game}': '/games/{game}',
  '/karaoke': '/songs',
  '/karaoke/search': '/songs',
  '/karaoke/favorites': '/songs?favorite=true',
  '/photostream': '/photos',
  '/performer/{performer}': '/performers/{performer}',
  '/microkaraoke': '/clips',
  '/login': '/sign-in',
  '/createAccount': '/sign-in',
  '/time': '/',
  '/faq': '/help/questions',
  '/codeOfConduct': '/help/conduct',
  '/about': '/help/start',
};

/** Returns where the page of an address is now, with the same query; undefined for unknown addresses. */
export function findMovedPage(path: string, query: string, dialects: readonly DialectFile[]): string | undefined {
  for (const moved of [movedPages, ...dialects.map(({ pages }) => pages)]) {
    const found = moved[path] ?? findFirstMatch(moved, path);
    if (found !== undefined) return query === '' ? found : `${found}${found.includes('?') ? '&' : '?'}${query}`;
  }
  return undefined;
}

/** Returns the address of the first entry that matches this path. */
function findFirstMatch(moved: Readonly<Record<string, string>>, path: string): string | undefined {
  const segments = path.split('/');
  for (const [from, to] of Object.entries(moved)) {
    const forms = from.split('/');
    if (forms.length !== segments.length || !from.includes('{')) continue;
    const fits = forms.every((form, index) => form === segments[index] || (form.startsWith('{') && segments[index]));
    if (fits) return to.replace(/\{\w+\}/g, (form) => segments[forms.indexOf(form)] ?? '');
  }
  return undefined;
}
