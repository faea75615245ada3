import type { Visit } from '../visit.ts';
import { type Html, html, when } from './html.ts';
import { icon } from './icons.ts';

/** What can be reported, by the word in the address of the report. */
export const reportables = ['person', 'thread', 'post', 'feed-post', 'chat', 'message', 'photo', 'item'] as const;
export type Reportable = (typeof reportables)[number];

/**
 * Links to the report form if the viewer may report this; the form leads back to the current page. For moderators, also
 * links to the desk's page about it.
 */
export const reportLink = (
  visit: Pick<Visit, 'viewer' | 'leadsTo' | 'address'>,
  what: Reportable,
  id: string | number,
): Html =>
  html`${when(
    visit.viewer && visit.leadsTo(`/report/${what}/{${getReportParameter(what)}}`),
    () =>
      html`<a class="icon" href="/report/${what}/${id}?back=${encodeURIComponent(visit.address)}">${icon('flag')}<span class="hide">Report this ${nameReportable(what)}</span></a>`,
  )}${when(
    visit.leadsTo(deskPages[what]),
    () =>
      html`<a class="icon" href="${deskPages[what].replace(/\{\w+\}/, String(id))}">${icon('gavel')}<span class="hide">Moderate this ${nameReportable(what)}</span></a>`,
  )}`;

/** The declared paths of the desk's pages about reported content. */
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

/**
 * Returns the parameter of the address. For a chat it differs from that of the chat's page, since not every chat can be
 * reported.
 */
export const getReportParameter = (what: Reportable): string =>
  what === 'feed-post' ? 'feedPost' : what === 'chat' ? 'group' : what;

export const nameReportable = (what: Reportable): string => (what === 'feed-post' ? 'post' : what);
