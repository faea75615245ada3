import type { Visit } from '../visit.ts';
import { type Html, html, when } from './html.ts';
import { icon } from './icons.ts';

/** What can be reported, by the word in the address of its report. */
export const reportables = ['person', 'thread', 'post', 'feed-post', 'chat', 'message', 'photo', 'item'] as const;
export type Reportable = (typeof reportables)[number];

/**
 * The way to the form by which something is reported, for anyone who may report it; it leads back to where one was. Beside
 * it, for whoever keeps order, the way to what the desk knows of it.
 */
export const reportLink = (
  visit: Pick<Visit, 'viewer' | 'leadsTo' | 'address'>,
  what: Reportable,
  id: string | number,
): Html =>
  html`${when(
    visit.viewer && visit.leadsTo(`/report/${what}/{${parameterOf(what)}}`),
    () =>
      html`<a class="icon" href="/report/${what}/${id}?back=${encodeURIComponent(visit.address)}">${icon('flag')}<span class="hide">Report this ${wordFor(what)}</span></a>`,
  )}${when(
    visit.leadsTo(deskPages[what]),
    () =>
      html`<a class="icon" href="${deskPages[what].replace(/\{\w+\}/, String(id))}">${icon('gavel')}<span class="hide">This ${wordFor(what)} at the desk</span></a>`,
  )}`;

/** The declared paths of the desk's pages about what can be reported. */
const deskPages: Readonly<Record<Reportable, string>> = {
  person: '/desk/profiles/{person}',
  thread: '/desk/threads/{thread}',
  post: '/desk/forum-posts/{forumPost}',
  'feed-post': '/desk/posts/{feedPost}',
  chat: '/desk/groups/{group}',
  message: '/desk/messages/{groupPost}',
  photo: '/desk/photos/{photo}',
  item: '/desk/items/{item}',
};

/** The parameter of the address; that of a chat is another one than of its page, since not every chat can be reported. */
export const parameterOf = (what: Reportable): string =>
  what === 'feed-post' ? 'feedPost' : what === 'chat' ? 'group' : what;

export const wordFor = (what: Reportable): string => (what === 'feed-post' ? 'post' : what);
