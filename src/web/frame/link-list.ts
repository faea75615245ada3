import type { Visit } from '../visit.ts';
import { type Html, html, when } from './html.ts';
import { type IconName, icon } from './icons.ts';
import { badge } from './shell.ts';

/** A link to another page. */
export interface PageLink {
  /** The declared path of that page: the link is left out if the viewer may not see it. */
  readonly page: string;
  /** The address, if the declared path has parameters. */
  readonly path?: string;
  readonly label: string;
  readonly picture: IconName;
  /** The number of unread items there. */
  readonly unread?: number | undefined;
  readonly line?: string | undefined;
}

/** Renders links one below the other. */
export const linkList = (visit: Pick<Visit, 'leadsTo'>, ways: readonly PageLink[]): Html =>
  html`<ul class="rows">${ways.filter(({ page }) => visit.leadsTo(page)).map(renderLink)}</ul>`;

const renderLink = ({ page, path = page, label, picture, unread, line }: PageLink): Html =>
  html`<li><span class="face" aria-hidden="true">${icon(picture)}</span><div><h2><a href="${path}">${label}</a></h2>${when(line, (text) => html`<p class="line">${text}</p>`)}</div>${badge(unread)}</li>`;
