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
import { chatLine, listNewChatIDs } from '../frame/chats.ts';
import { readCruiseDays } from '../frame/cruise-days.ts';
import { eventLine } from '../frame/events.ts';
import { type Html, html, nothing, when } from '../frame/html.ts';
import { icon } from '../frame/icons.ts';
import { countUnread, sectionHeader } from '../frame/shell.ts';
import { prose } from '../frame/text.ts';
import { page } from '../page.ts';
import type { Visit } from '../visit.ts';
import { announcementList } from './news.ts';
import { dutyWords, type Plan, planEndpoints, readPlan, toEntry } from './schedule/plan.ts';
import { describePosition, queuePath } from './songs/tonight.ts';

/** What's on now and next, what's new, and what the viewer has planned. */
export const today = page({
  path: '/',
  place: 'today',
  query: { look: queryBoolean },
  asks: [clientServicesApi.settings],
  mayAsk: [
    notificationsApi.summary,
    scheduleApi.list,
    announcementsApi.list,
    dailyThemesApi.list,
    fezApi.joined,
    ...planEndpoints,
  ],
  async show(visit) {
    if (!visit.viewer && !visit.query.look && visit.knownAccounts.length > 0) return { to: '/welcome' };
    const { days, today: day } = await readCruiseDays(visit);
    const events = (await visit.askIfAllowed(scheduleApi.list, { query: { cruiseday: day?.number ?? 1 } })) ?? [];
    const theme = (await visit.askIfAllowed(dailyThemesApi.list))?.find(({ cruiseDay }) => cruiseDay === day?.number);
    const { summary, announcements, chats } = await askForNews(visit);
    const plan = await readPlan(visit);
    const line = day
      ? `${visit.clock.day(day.noon)}, day ${day.number} of ${days.length}`
      : visit.clock.day(visit.clock.now);
    const main = html`<main class="wide" data-live>
${sectionHeader('Today', visit, { line })}
<div class="columns col">
<div>
${grantedSeats(summary, plan)}
${nextAppointment(plan, visit)}
${laterAppointments(summary, plan, visit)}
${changedEvents(summary, visit)}
${karaokeTurn(summary)}
${news(announcements, visit)}
${nowAndNext(events, visit)}
</div>
<div>
${when(!visit.viewer, joinSection)}
${when(chats.length > 0 && chats, (unread) => unreadChats(unread, summary, visit))}
${when(theme, showTheme)}
</div>
</div>
</main>`;
    return { title: 'Today', main, summary };
  },
});

interface News {
  readonly announcements: readonly AnnouncementData[];
  readonly chats: readonly FezData[];
  readonly summary: UserNotificationData | undefined;
}

/** The frame loads the summary anyway. Usually it says that nothing is new; otherwise more is loaded. */
async function askForNews(visit: Visit): Promise<News> {
  const summary = visit.viewer && (await visit.askIfAllowed(notificationsApi.summary));
  const hasNews = summary?.activeAnnouncementIDs.length !== 0;
  const hasChats = visit.viewer && (summary === undefined || countUnread(summary).chats !== 0);
  const chats =
    hasChats && (await visit.askIfAllowed(fezApi.joined, { query: { onlynew: true, limit: 5, members: true } }));
  const announcements = hasNews && (await visit.askIfAllowed(announcementsApi.list));
  return {
    // Those that stay on top until they're dismissed are in the frame.
    announcements: (announcements || []).filter(({ isSeen }) => isSeen !== false),
    chats: chats ? chats.fezzes : [],
    // Listing an announcement marks it as seen.
    summary: summary?.newAnnouncementCount ? await visit.askAgain(notificationsApi.summary) : summary,
  };
}

/** Seats that the viewer got from a waiting list and hasn't looked at. */
const grantedSeats = ({ grantedSeatIDs = [] }: Partial<UserNotificationData> = {}, { byID }: Plan): Html =>
  html`${grantedSeatIDs
    .flatMap((id) => byID.get(id) ?? [])
    .map(
      ({ id, title }) =>
        html`<p class="say">${icon('check')}<span>You’ve got a seat: <a href="/event/${id}">${title}</a></span></p>`,
    )}`;

const changedEvents = (summary: UserNotificationData | undefined, visit: Visit): Html =>
  when(
    visit.leadsTo('/schedule/changes') && summary?.changedEventCount,
    (count) =>
      html`<p class="say warn">${icon('calendar')}<span><a href="/schedule/changes">${count === 1 ? '1 event in your plan changed' : `${count} events in your plan changed`}</a></span></p>`,
  );

function unreadChats(chats: readonly FezData[], summary: UserNotificationData | undefined, visit: Visit): Html {
  const addedTo = listNewChatIDs(summary);
  return html`<section aria-labelledby="unread"><h2 id="unread">Unread</h2><ul class="rows">${chats.map((chat) => chatLine(chat, visit, addedTo.has(chat.fezID) ? 'added' : 'unread'))}</ul></section>`;
}

const showTheme = (theme: DailyThemeData): Html =>
  html`<section aria-labelledby="theme"><h2 id="theme">Today’s theme: ${theme.title}</h2>${prose(theme.info)}<p class="ways"><a href="/themes">All days</a></p></section>`;

const joinSection = (): Html => html`<section aria-labelledby="join"><h2 id="join">Come aboard</h2>
<p>With an account you can follow events, chat and post.</p>
<p class="actions"><a class="button" href="/sign-in">Sign in or create an account</a></p></section>`;

/** The viewer's next appointment, on whatever day it is. */
function nextAppointment({ appointments, clashes }: Plan, { clock }: Visit): Html {
  const next = appointments.find(({ startTime }) => startTime > clock.now);
  return when(next, (appointment) => {
    const { id, title, startTime, duty, hasSeat } = appointment;
    const { path, location } = toEntry(appointment);
    const words = [
      location,
      duty && dutyWords[duty],
      hasSeat && 'you have a seat',
      clashes.has(id) && `overlaps ${clashes.get(id)}`,
    ];
    return html`<section class="upnext bleed" aria-labelledby="mine">
<h2 id="mine">Next for you</h2>
<p class="in">${clock.soon(startTime) ?? ''}</p>
<h3><a href="${path}">${title}</a></h3>
<p>${clock.moment(startTime)}${words.filter(Boolean).map((word) => html`, ${word || ''}`)}</p>
<p><a class="above" href="/schedule?following=true">Your plan</a></p>
</section>`;
  });
}

/** The viewer's turn in tonight's karaoke queue. */
const karaokeTurn = (summary: UserNotificationData | undefined): Html =>
  summary?.karaokeQueuePosition === undefined
    ? nothing
    : html`<p class="say note">${icon('mic-vocal')}<a href="${queuePath}">Karaoke: ${describePosition(summary.karaokeQueuePosition)}</a></p>`;

/** The appointments after the next one, within 24 hours. */
function laterAppointments(summary: UserNotificationData | undefined, { byID, clashes }: Plan, { clock }: Visit): Html {
  const [, ...others] = summary?.nextAppointments ?? [];
  const show = (appointment: (typeof others)[number]): Html => {
    const { id, title, startTime } = appointment;
    const { path, location } = toEntry(appointment);
    const duty = byID.get(id)?.duty;
    const words = [location, duty && dutyWords[duty], clashes.has(id) && `overlaps ${clashes.get(id)}`];
    return html`<li><div><h3><a href="${path}">${title}</a></h3><p class="line">${clock.moment(startTime)}${words.filter(Boolean).map((word) => html`, ${word || ''}`)}</p></div><p class="end">${clock.soon(startTime) ?? ''}</p></li>`;
  };
  return when(
    others.length,
    () =>
      html`<section aria-labelledby="coming"><h2 id="coming">Then</h2><ul class="rows">${others.map(show)}</ul></section>`,
  );
}

function news(announcements: readonly AnnouncementData[], visit: Visit): Html {
  if (announcements.length === 0) return nothing;
  return html`<section aria-labelledby="news"><h2 id="news" class="hide">Announcements</h2>${announcementList(announcements, visit)}</section>`;
}

const maxNext = 5;

function nowAndNext(events: readonly EventData[], { clock }: Visit): Html {
  const { running, next } = findNowAndNext(events, clock.now);
  return events.length === 0 ? nothingPlanned : showNowAndNext(running, next, clock);
}

/** Events that are running at a moment, and the next to begin. */
const findNowAndNext = (events: readonly EventData[], at: Date) => ({
  running: events.filter(({ startTime, endTime }) => startTime <= at && endTime > at),
  next: events.filter(({ startTime }) => startTime > at).slice(0, maxNext),
});

const nothingPlanned = html`<section><h2>Now</h2><p class="soft">Nothing is scheduled for today. <a href="/schedule">View the full schedule</a>.</p></section>`;

function showNowAndNext(running: readonly EventData[], next: readonly EventData[], clock: Visit['clock']): Html {
  const untilEnd = (event: EventData): Html =>
    eventLine(event, clock, { isStartOnly: true, aside: html`<p class="soon">until ${clock.time(event.endTime)}</p>` });
  const untilStart = (event: EventData): Html =>
    eventLine(event, clock, { aside: html`<p class="soon">${clock.soon(event.startTime) ?? ''}</p>` });
  return html`<section aria-labelledby="now">
<div class="top"><h2 id="now" class="live">Now</h2><span class="ways"><a href="/schedule/places">By place</a><a href="/schedule">Full day</a></span></div>
${running.length > 0 ? html`<ul class="events">${running.map(untilEnd)}</ul>` : html`<p class="soft">Nothing is on right now.</p>`}
</section>
${next.length > 0 ? html`<section aria-labelledby="next"><h2 id="next">Next</h2><ul class="events">${next.map(untilStart)}</ul></section>` : nothing}`;
}
