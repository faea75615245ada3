import type { UserNotificationData } from '#core/notifications/records.ts';
import type { AnnouncementData } from '#features/announcements/records.ts';
import type { View } from '../page.ts';
import type { Visit } from '../visit.ts';
import { type AssetName, getAssetAddress } from './assets.ts';
import { troubleNote } from './forms.ts';
import { type Html, html, nothing, when } from './html.ts';
import { icon } from './icons.ts';
import type { PageLink } from './link-list.ts';
import { type MainSection, mainSections } from './main-sections.ts';
import { mustSeeBanner } from './must-see.ts';
import { listStaffLinks, staffLinkPaths } from './staff-tasks.ts';

/** What the frame around a page needs. */
export interface ShellOptions {
  readonly visit: Pick<Visit, 'viewer' | 'clock' | 'address' | 'leadsTo' | 'failure' | 'refused'>;
  readonly place: MainSection | undefined;
  /** The unread counts; undefined if the viewer isn't signed in. */
  readonly summary: UserNotificationData | undefined;
  /** The must-see announcements that the viewer hasn't dismissed. */
  readonly mustSee: readonly AnnouncementData[];
}

/** Renders a whole document. The content comes before the navigation, which a link leads to. */
export function shell(view: View, surroundings: ShellOptions): Html {
  const { visit } = surroundings;
  const { main, brings = [] } = view;
  if (view.isScreen) return wallScreen(view);
  return html`<!DOCTYPE html>
<html lang="en"${when(visit.viewer, ({ userID }) => html` data-account="${userID}"`)}>
${head(view, visit.viewer ? ['page.js', ...brings] : brings)}
<body>
<a class="skip" href="#places">Skip to navigation</a>
${when(visit.viewer, () => mustSeeBanner(surroundings.mustSee, visit.address))}
${failureNotice(surroundings.visit)}
${main}
<div class="foot">
${when(visit.viewer, () => notices(visit.clock))}
${navigation(surroundings)}
</div>
</body>
</html>`;
}

/** Renders what comes before every body; styles and scripts are given by name. */
const head = ({ title }: View, brings: readonly AssetName[], more: Html = nothing): Html =>
  html`${beforeTitle}${title}${afterTitle(brings)}${more}</head>`;

const beforeTitle = html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0d161d" media="(prefers-color-scheme: dark)">
<title>`;

const afterTitle = (brings: readonly AssetName[]): Html =>
  html` – Gangway</title>
${['style.css' as const, ...brings].map((name) =>
  name.endsWith('.css')
    ? html`<link rel="stylesheet" href="${getAssetAddress(name)}">`
    : html`<script type="module" src="${getAssetAddress(name)}"></script>`,
)}
`;

/**
 * Renders a wall screen. Its script refreshes it, also after the server was down; without scripts the browser reloads
 * it.
 */
const wallScreen = (view: View): Html => html`<!DOCTYPE html>
<html lang="en" class="wall">
${head(
  view,
  ['wall.js'],
  html`<noscript><meta http-equiv="refresh" content="30"></noscript>
`,
)}
<body>
${view.main}
</body>
</html>`;

/** Messages that the page's script shows: that the page is an old copy, and what happened to sent messages. */
const notices = (clock: Visit['clock']): Html =>
  html`<div class="notices" role="status">
<p class="say s" id="stale" hidden>${icon('wifi-off')}<span>Can’t reach the ship. This page was last updated on ${clock.day(clock.now)} at ${clock.time(clock.now)} ship time.</span></p>
<p class="say s" id="waiting" hidden>${icon('clock')}<span>Not sent yet. What you wrote is saved on this phone and will be sent automatically. <span class="why"></span></span></p>
<p class="say s stop" id="refused" hidden>${icon('circle-alert')}<span>Something you wrote couldn’t be sent. <a href="/">View it</a></span></p>
</div>`;

/** Messages without a position of their own: errors of a form, and what's disabled at the moment. */
function failureNotice({ failure, refused }: Pick<Visit, 'failure' | 'refused'>): Html {
  const reason = failure && !failure.isReasonShown && failure.reason;
  if (!reason && !refused) return nothing;
  return html`<div class="untold">${when(reason, (text) => troubleNote(text))}${when(
    refused !== reason && refused,
    (sentence) => html`<p class="say s warn">${icon('triangle-alert')}<span>${sentence}</span></p>`,
  )}</div>`;
}

function navigation({ visit, place, summary }: ShellOptions): Html {
  const { clock } = visit;
  const counts = summary && countUnread(summary);
  const path = visit.address.split('?')[0] ?? '';
  const here = sectionPaths.has(path) ? path : '';
  const listed = html`${mainSections
    .filter((one) => visit.leadsTo(one.path))
    .map((one) =>
      showSection(one, { isIn: one.name === place, isHere: one.path === here, counts }),
    )}${listStaffLinks(visit, summary).map((way) => showStaffSection(way, way.page === here))}`;
  return html`<nav class="places" id="places" aria-label="Main">
  <p class="brand">Gangway</p>
  <ul>${listed}
  </ul>
  <p class="clock">${clock.time(clock.now)} <span>ship time</span></p>
</nav>`;
}

/** Renders a link of the navigation. */
const sectionPaths: ReadonlySet<string> = new Set([...mainSections.map(({ path }) => path), ...staffLinkPaths]);

interface SectionState {
  readonly isIn: boolean;
  readonly isHere: boolean;
  readonly counts: UnreadCounts | undefined;
}

const showSection = (
  { name, label, path, icon: picture }: (typeof mainSections)[number],
  { isIn, isHere, counts }: SectionState,
): Html => html`
    <li><a href="${path}"${when(isIn, () => (isHere ? html` aria-current="page"` : html` aria-current="true"`))}>${icon(picture)}${label}${unreadSlot(name, counts)}</a></li>`;

const showStaffSection = ({ page, label, picture, unread }: PageLink, isHere: boolean): Html => html`
    <li class="staff"><a href="${page}"${when(isHere, () => html` aria-current="page"`)}>${icon(picture)}${label}${badge(unread)}</a></li>`;

type UnreadCounts = Partial<Record<MainSection, number>>;

/** The badge of a section, which the page's script updates. */
const unreadSlot = (place: MainSection, counts: UnreadCounts | undefined): Html =>
  counts && place in counts ? html`<span class="slot" id="unread-${place}">${badge(counts[place])}</span>` : nothing;

/** The badges alone, and the must-see announcements for the page at this address. */
export function showBadges(summary: UserNotificationData, mustSee: readonly AnnouncementData[], address: string): Html {
  const counts = countUnread(summary);
  return html`${mustSeeBanner(mustSee, address)}${mainSections.map(({ name }) => unreadSlot(name, counts))}`;
}

/** Returns the unread counts by section. */
export function countUnread(summary: UserNotificationData): UnreadCounts {
  return {
    today: (summary.grantedSeatIDs?.length ?? 0) + (summary.changedEventCount ?? 0),
    // Chats the viewer was added to and hasn't opened are counted separately from those with something new (fez rule
    // 67).
    chats:
      summary.newSeamailMessageCount +
      summary.newFezMessageCount +
      summary.newPrivateEventMessageCount +
      summary.addedToSeamailCount +
      summary.addedToLFGCount +
      summary.addedToPrivateEventCount,
    forums: summary.newForumMentionCount + (summary.watchedForumCount ?? 0),
    more:
      summary.newAnnouncementCount + (summary.moderatorData?.openReportCount ?? 0) + (summary.newIncidentCount ?? 0),
  };
}

/** An unread count, with words for screen readers. */
export const badge = (count: number | undefined): Html =>
  count ? html` <span class="badge">${count > 99 ? '99+' : count}<span class="hide"> unread</span></span>` : nothing;

/** The head of a main section: its name and the ship's clock. */
export function sectionHeader(title: string, visit: Pick<Visit, 'clock'>, { line, tools }: HeadOptions = {}): Html {
  return html`<header class="head">
  ${line === undefined ? html`<h1>${title}</h1>` : html`<div><h1>${title}</h1><p>${line}</p></div>`}
  ${tools ?? nothing}
  ${shipTime(visit)}
</header>`;
}

/** The ship's clock. */
export const shipTime = ({ clock }: Pick<Visit, 'clock'>): Html =>
  html`<p class="clock">${clock.time(clock.now)} <span>ship time</span></p>`;

interface HeadOptions {
  readonly line?: Html | string;
  readonly tools?: Html;
}

/** The link to the parent page. */
export interface ParentLink {
  readonly label: string;
  readonly path: string;
}

/** The head of a subpage: the way back, its title and its subject. */
export function pageBelow(back: ParentLink, title: string, content: Html, tools: Html = nothing): View {
  const main = html`<main>
${backHead(back.label, back.path, tools)}
<div class="col lone">
<h1>${title}</h1>
${content}
</div>
</main>`;
  return { title, main };
}

/** Confirms that a form was processed, on the page that it leads back to with `?done`. */
export const savedNotice = (
  { query }: Visit<unknown, { readonly done?: boolean | undefined }>,
  text = 'Saved.',
): Html => when(query.done, () => html`<p class="say s" role="status">${icon('check')}<span>${text}</span></p>`);

/** The head of a subpage: the way back. */
export const backHead = (label: string, path: string, tools: Html = nothing): Html => html`<header class="head">
  <a class="back" href="${path}">${icon('chevron-left')}${label}</a>
  ${tools}
</header>`;
