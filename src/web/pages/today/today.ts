import { queryBoolean } from '#contract/query.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import type { UserNotificationData } from '#core/notifications/records.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import type { AnnouncementData } from '#features/announcements/records.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import type { DailyThemeData } from '#features/daily-themes/records.ts';
import { fezApi } from '#features/fez/api.ts';
import type { FezData } from '#features/fez/records.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { chatLine } from '../../frame/chats.ts';
import { readCruiseDays } from '../../frame/cruise-days.ts';
import { eventLine, progressOf } from '../../frame/events.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { keepPiece } from '../../frame/kept-pieces.ts';
import { countUnread, placeHead } from '../../frame/shell.ts';
import { prose } from '../../frame/text.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { announcementList } from '../news/news.ts';

/** What is on now and next, what is new, and what the viewer has planned. */
export const today = page({
  path: '/',
  place: 'today',
  query: { look: queryBoolean },
  asks: [clientServicesApi.settings],
  mayAsk: [notificationsApi.summary, scheduleApi.list, announcementsApi.list, dailyThemesApi.list, fezApi.joined],
  async show(visit) {
    if (!visit.viewer && !visit.query.look && visit.knownAccounts.length > 0) return { to: '/welcome' };
    const { days, today: day } = await readCruiseDays(visit);
    const events = (await visit.askIfOpen(scheduleApi.list, { query: { cruiseday: day?.number ?? 1 } })) ?? [];
    const theme = (await visit.askIfOpen(dailyThemesApi.list))?.find(({ cruiseDay }) => cruiseDay === day?.number);
    const { summary, announcements, chats } = await askWhatIsNew(visit);
    const line = day
      ? `${visit.clock.day(day.noon)}, day ${day.number} of ${days.length}`
      : visit.clock.day(visit.clock.now);
    const main = html`<main data-live>
${placeHead('Today', visit, { line })}
<div class="beside col">
<div>
${nextForYou(events, visit)}
${news(announcements, visit)}
${nowAndNext(events, visit)}
</div>
<div>
${when(!visit.viewer, wayIn)}
${when(chats.length > 0 && chats, (unread) => html`<section aria-labelledby="unread"><h2 id="unread">Unread</h2><ul class="rows">${unread.map((chat) => chatLine(chat, visit))}</ul></section>`)}
${when(theme, showTheme)}
</div>
</div>
</main>`;
    return { title: 'Today', main, summary };
  },
});

interface WhatIsNew {
  readonly announcements: readonly AnnouncementData[];
  readonly chats: readonly FezData[];
  /** As it still is: an announcement that was listed counts as seen. */
  readonly summary: UserNotificationData | undefined;
}

/** Mostly nothing is new, which the summary says, as the frame asks for it anyway; only then there is more to ask. */
async function askWhatIsNew(visit: Visit): Promise<WhatIsNew> {
  const summary = visit.viewer && (await visit.askIfOpen(notificationsApi.summary));
  const hasNews = summary?.activeAnnouncementIDs.length !== 0;
  const hasChats = visit.viewer && (summary === undefined || countUnread(summary).chats !== 0);
  const chats = hasChats && (await visit.askIfOpen(fezApi.joined, { query: { onlynew: true, limit: 5 } }));
  const announcements = hasNews && (await visit.askIfOpen(announcementsApi.list));
  return {
    announcements: announcements || [],
    chats: chats ? chats.fezzes : [],
    summary: hasNews ? undefined : summary,
  };
}

const showTheme = (theme: DailyThemeData): Html =>
  keepPiece(
    "today's theme",
    [theme],
    () =>
      html`<section aria-labelledby="theme"><h2 id="theme">Today’s theme: ${theme.title}</h2>${prose(theme.info)}<p><a href="/themes">All days</a></p></section>`,
  );

const wayIn = (): Html => html`<section aria-labelledby="join"><h2 id="join">Come aboard</h2>
<p>With an account you follow events, chat and write.</p>
<p class="actions"><a class="button" href="/sign-in">Sign in or make an account</a></p></section>`;

function nextForYou(events: readonly EventData[], { clock }: Visit): Html {
  const next = events.find((event) => event.isFavorite && event.startTime.getTime() > clock.now.getTime());
  return when(
    next,
    ({ eventID, title, startTime, location }) => html`<section class="upnext bleed" aria-labelledby="mine">
<h2 id="mine">Next for you</h2>
<p class="in">${clock.soon(startTime) ?? ''}</p>
<h3><a href="/event/${eventID}">${title}</a></h3>
<p>${clock.time(startTime)}, ${location}</p>
</section>`,
  );
}

function news(announcements: readonly AnnouncementData[], visit: Visit): Html {
  if (announcements.length === 0) return nothing;
  return html`<section aria-labelledby="news"><h2 id="news" class="hide">To know</h2>${announcementList(announcements, visit)}</section>`;
}

const maxNext = 5;

function nowAndNext(events: readonly EventData[], { clock }: Visit): Html {
  const { now } = clock;
  // Compared as numbers: as dates it would take a good part of the page's time.
  const at = now.getTime();
  const running = events.filter((event) => event.startTime.getTime() <= at && event.endTime.getTime() > at);
  const next = events.filter((event) => event.startTime.getTime() > at).slice(0, maxNext);
  // All of what is shown that time alone changes.
  const moving = [
    ...running.map((event) => `${event.eventID} ${progressOf(event, now)?.gone}`),
    ...next.map(({ eventID, startTime }) => `${eventID} ${clock.soon(startTime)}`),
  ];
  return keepPiece(`now and next ${moving.join()}`, [events, clock.table], () =>
    events.length === 0 ? nothingPlanned : showNowAndNext(running, next, clock),
  );
}

const nothingPlanned = html`<section><h2>Now</h2><p class="soft">Nothing is planned for today yet. <a href="/schedule">See the whole schedule</a>.</p></section>`;

function showNowAndNext(running: readonly EventData[], next: readonly EventData[], clock: Visit['clock']): Html {
  const untilEnd = (event: EventData): Html =>
    eventLine(event, clock, { aside: html`<p class="soon">until ${clock.time(event.endTime)}</p>` });
  const untilStart = (event: EventData): Html =>
    eventLine(event, clock, { aside: html`<p class="soon">${clock.soon(event.startTime) ?? ''}</p>` });
  return html`<section aria-labelledby="now">
<div class="top"><h2 id="now" class="live">Now</h2><a href="/schedule#now">Whole day</a></div>
${running.length > 0 ? html`<ul class="events">${running.map(untilEnd)}</ul>` : html`<p class="soft">Nothing runs at the moment.</p>`}
</section>
${next.length > 0 ? html`<section aria-labelledby="next"><h2 id="next">Next</h2><ul class="events">${next.map(untilStart)}</ul></section>` : nothing}`;
}
