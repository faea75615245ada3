import type { AnnouncementData } from '#features/announcements/records.ts';
import { type Html, html, nothing } from './html.ts';
import { icon } from './icons.ts';
import { getShownName } from './people.ts';
import { oneLine } from './text.ts';

/** The page that shows them in full and processes their buttons. */
export const announcementsPath = '/announcements';

/** How much of a text the banner shows; it's on top of everything else. */
const maxShown = 200;

/**
 * The must-see announcements that the viewer hasn't dismissed, on top of every page. Its id has the page's script
 * replace it together with the badges.
 */
export function mustSeeBanner(unseen: readonly AnnouncementData[], address: string): Html {
  const shown = isAnnouncementsPage(address) ? [] : unseen;
  return html`<div class="mustsee" id="unread-mustsee">${
    shown.length > 0
      ? html`<section aria-label="Must-see announcements">${shown.map((one) => showUnseen(one, address))}</section>`
      : nothing
  }</div>`;
}

const isAnnouncementsPage = (address: string): boolean => address.split('?')[0] === announcementsPath;

const showUnseen = ({ id, author, text }: AnnouncementData, address: string): Html =>
  html`<div><p class="say">${icon('megaphone')}<span>${oneLine(text, maxShown)} <span class="soft">${getShownName(author)}</span></span></p>
${dismissForm(id, html`<input type="hidden" name="from" value="${address}">${text.length > maxShown ? html`<a href="${announcementsPath}">Read all of it</a>` : nothing}`)}</div>`;

/** The form that dismisses an announcement: the action `seen` of its page, from any page. */
export const dismissForm = (id: number, more: Html = nothing): Html =>
  html`<form method="post" action="${announcementsPath}"><input type="hidden" name="action" value="seen"><input type="hidden" name="announcement" value="${id}">${more}<button type="submit" class="button">Got it</button></form>`;
