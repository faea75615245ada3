import type { Visit } from '../visit.ts';
import { type Html, html, when } from './html.ts';
import { icon } from './icons.ts';

/** What can be reported, by the word in the address of its report. */
export const reportables = ['person', 'thread', 'post', 'feed-post', 'chat', 'message', 'photo', 'item'] as const;
export type Reportable = (typeof reportables)[number];

/** The way to the form by which something is reported, for whoever may report it; it leads back to where one was. */
export const reportLink = (
  visit: Pick<Visit, 'viewer' | 'leadsTo' | 'address'>,
  what: Reportable,
  id: string | number,
): Html =>
  when(
    visit.viewer && visit.leadsTo(`/report/${what}/{${parameterOf(what)}}`),
    () =>
      html`<a class="icon" href="/report/${what}/${id}?back=${encodeURIComponent(visit.address)}">${icon('flag')}<span class="hide">Report this ${wordFor(what)}</span></a>`,
  );

/** The parameter of the address; that of a chat is another one than of its page, since not every chat can be reported. */
export const parameterOf = (what: Reportable): string =>
  what === 'feed-post' ? 'feedPost' : what === 'chat' ? 'group' : what;

export const wordFor = (what: Reportable): string => (what === 'feed-post' ? 'post' : what);
