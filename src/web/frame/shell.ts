import type { UserNotificationData } from '#core/notifications/records.ts';
import type { View } from '../page.ts';
import type { Visit } from '../visit.ts';
import { getAssetAddress } from './assets.ts';
import { type Html, html, nothing, when } from './html.ts';
import { icon } from './icons.ts';
import { type Place, places } from './places.ts';

/** What the frame around a page shows beside it. */
export interface Surroundings {
  readonly visit: Pick<Visit, 'viewer' | 'clock' | 'address'>;
  readonly place: Place | undefined;
  /** What is unread; nothing for whoever is not signed in. */
  readonly summary: UserNotificationData | undefined;
}

/** A whole document: the content comes before the navigation, which a link leads to. */
export function shell({ title, main }: View, surroundings: Surroundings): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0d161d" media="(prefers-color-scheme: dark)">
<title>${title} – Gangway</title>
<link rel="stylesheet" href="${getAssetAddress('style.css')}">
</head>
<body>
<a class="skip" href="#places">To the places</a>
${main}
${navigation(surroundings)}
</body>
</html>`;
}

function navigation({ visit, place, summary }: Surroundings): Html {
  const counts: Partial<Record<Place, number>> = summary ? countUnread(summary) : {};
  const isHere = (path: string) => visit.address.split('?')[0] === path;
  return html`<nav class="places" id="places" aria-label="Places">
  <p class="brand">Gangway</p>
  <ul>${places.map(
    ({ name, label, path, icon: picture }) => html`
    <li><a href="${path}"${when(name === place, () => (isHere(path) ? html` aria-current="page"` : html` aria-current="true"`))}>${icon(picture)}${label}${badge(counts[name])}</a></li>`,
  )}
  </ul>
  <p class="clock">${visit.clock.time(visit.clock.now)} <span>ship time</span></p>
</nav>`;
}

function countUnread(summary: UserNotificationData): Partial<Record<Place, number>> {
  return {
    chats: summary.newSeamailMessageCount + summary.newFezMessageCount + summary.newPrivateEventMessageCount,
    forums: summary.newForumMentionCount,
    more: summary.newAnnouncementCount + (summary.moderatorData?.openReportCount ?? 0),
  };
}

/** How much is unread; said in words to whoever does not see the colour. */
export const badge = (count: number | undefined): Html =>
  count ? html` <span class="badge">${count > 99 ? '99+' : count}<span class="hide"> unread</span></span>` : nothing;

/** The top of a page of a place: its name, and the ship's clock. */
export function placeHead(title: string, visit: Pick<Visit, 'clock'>, { line, tools }: HeadOptions = {}): Html {
  return html`<header class="head">
  ${line === undefined ? html`<h1>${title}</h1>` : html`<div><h1>${title}</h1><p>${line}</p></div>`}
  ${tools ?? nothing}
  <p class="clock">${visit.clock.time(visit.clock.now)} <span>ship time</span></p>
</header>`;
}

interface HeadOptions {
  readonly line?: Html | string;
  readonly tools?: Html;
}

/** The top of a page below a place: the way back. */
export const backHead = (label: string, path: string, tools: Html = nothing): Html => html`<header class="head">
  <a class="back" href="${path}">${icon('chevron-left')}${label}</a>
  ${tools}
</header>`;
