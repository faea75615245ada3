import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { queryBoolean, querySearch, queryWordOrNone } from '#contract/query.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { type CruiseDay, readCruiseDays } from '../../frame/cruise-days.ts';
import { eventLine, followButton, type PlanEntry, planLine } from '../../frame/events.ts';
import { fieldsOf } from '../../frame/forms.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { placeHead } from '../../frame/shell.ts';
import { call, page, type ValuesOf } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { askedOfPlan, findClashes, readAppointments } from './plan.ts';

const day = { day: v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'is not a day of the sailing'), v.transform(Number)) };
const byID = { value: uuid };
const filters = { following: queryBoolean, search: querySearch, type: queryWordOrNone(['official', 'shadow']) };

type AnyVisit = Visit<unknown, unknown>;
const ofButton = (_visit: AnyVisit, { value }: { value: string }) => ({ params: { event_id: value } });
const backToLine = ({ address }: AnyVisit, { value }: { value: string }) => `${address}#e-${value}`;

/** Following from a line of the list: the form around it sends the event of the button. */
export const followActions = {
  follow: call(scheduleApi.addFavorite, byID, ofButton, backToLine),
  unfollow: call(scheduleApi.removeFavorite, byID, ofButton, backToLine),
};

/** The schedule of the day it is, or of the first before the sailing. */
export const schedule = page({
  path: '/schedule',
  place: 'schedule',
  query: filters,
  asks: [scheduleApi.list, clientServicesApi.settings],
  mayAsk: askedOfPlan,
  actions: followActions,
  async show(visit) {
    const { days, today } = await readCruiseDays(visit);
    return showDay(visit, days, today ?? days[0]);
  },
});

/** The schedule of one day. */
export const scheduleOfDay = page({
  path: '/schedule/{day}',
  place: 'schedule',
  params: day,
  query: filters,
  asks: [scheduleApi.list, clientServicesApi.settings],
  mayAsk: askedOfPlan,
  actions: followActions,
  async show(visit) {
    const { days } = await readCruiseDays(visit);
    return showDay(visit, days, days.find(({ number }) => number === visit.params.day) ?? days[0]);
  },
});

type ScheduleVisit = Visit<unknown, ValuesOf<typeof filters>>;

async function showDay(visit: ScheduleVisit, days: readonly CruiseDay[], shown: CruiseDay | undefined) {
  const { following, search, type } = visit.query;
  const query = search ? { search, following, type } : { cruiseday: shown?.number, following, type };
  const events = await visit.ask(scheduleApi.list, { query });
  const appointments = search ? [] : await readAppointments(visit, shown?.number);
  const isToday = !search && shown !== undefined && visit.clock.isSameDay(shown.noon, visit.clock.now);
  const name = search ? `Found for “${search}”` : shown ? visit.clock.day(shown.noon) : 'Schedule';
  const main = html`<main>
${placeHead('Schedule', visit)}
${dayBar(days, search ? undefined : shown, visit)}
<div class="col">
<h2 class="hide">${name}</h2>
${sieve(visit, shown, isToday && events.length > 0)}
${listEvents(events, appointments, isToday, visit)}
</div>
</main>`;
  return { title: `Schedule, ${name}`, main };
}

function dayBar(days: readonly CruiseDay[], shown: CruiseDay | undefined, { clock }: ScheduleVisit): Html {
  return html`<nav class="days" aria-label="Days"><ol>${days.map(({ number, noon }) => {
    const [weekday = '', date = ''] = clock.day(noon).split(' ');
    return html`<li><a href="/schedule/${number}"${number === shown?.number ? html` aria-current="date"` : nothing}>${weekday.slice(0, 3)} <b>${date}</b></a></li>`;
  })}</ol></nav>`;
}

/** Who makes the events of each type. */
const makers = [
  ['', 'Anybody'],
  ['official', 'The crew'],
  ['shadow', 'Passengers'],
] as const;

function sieve(visit: ScheduleVisit, shown: CruiseDay | undefined, hasNow: boolean): Html {
  const path = shown ? `/schedule/${shown.number}` : '/schedule';
  const { field, choice } = fieldsOf(visit, 'find');
  const { following, search, type } = visit.query;
  const current = html` aria-current="true"`;
  return html`<div class="sieve">
<nav class="tabs" aria-label="Which events"><a href="${path}"${following ? nothing : current}>All</a>${
    visit.viewer ? html`<a href="${path}?following=true"${following ? current : nothing}>Your plan</a>` : nothing
  }${hasNow ? html`<a href="#now">Now</a>` : nothing}</nav>
<details${search || type ? html` open` : nothing}><summary>${icon('search')}Search</summary><form action="${path}">${field({ name: 'search', label: 'Words in title, place or description', type: 'search', value: search, maxLength: 300, hint: 'Found on all days.' })}${choice({ name: 'type', label: 'Made by', options: makers, value: type ?? '' })}<p class="field"><button type="submit" class="quiet">Show</button></p></form></details>
</div>`;
}

function listEvents(
  events: readonly EventData[],
  appointments: readonly PlanEntry[],
  isToday: boolean,
  visit: ScheduleVisit,
): Html {
  const planned = visit.query.following ? appointments : [];
  if (events.length + planned.length === 0)
    return html`<p class="soft">${visit.query.following ? 'You have planned nothing for this day. The star beside an event follows it.' : 'Nothing here.'}</p>`;
  const mayFollow = visit.viewer !== undefined && visit.isOpen(scheduleApi.addFavorite);
  const clashes = findClashes(events, appointments);
  const lines = [
    ...events.map((event) => ({
      at: event.startTime,
      line: eventLine(event, visit.clock, {
        ...(mayFollow && { aside: followButton(event) }),
        ...clashOf(event.eventID, clashes),
      }),
    })),
    ...planned.map((entry) => ({
      at: entry.startTime,
      line: planLine(entry, visit.clock, clashOf(entry.id, clashes)),
    })),
  ].toSorted((left, right) => left.at.getTime() - right.at.getTime());
  const shown = isToday ? withNow(lines, visit) : lines.map(({ line }) => line);
  return mayFollow
    ? html`<form method="post"><ol class="events">${shown}</ol></form>`
    : html`<ol class="events">${shown}</ol>`;
}

/** The lines of today, with the time it is now between what has begun and what comes. */
function withNow(lines: readonly { readonly at: Date; readonly line: Html }[], { clock }: ScheduleVisit): Html[] {
  const gone = lines.filter(({ at }) => at <= clock.now).length;
  const now = html`<li class="now-line" id="now">${clock.time(clock.now)} <span class="hide">now</span></li>`;
  return lines.map(({ line }) => line).toSpliced(gone, 0, now);
}

/** How a line shows that it is in the way of another. */
function clashOf(id: string, clashes: ReadonlyMap<string, string>) {
  const other = clashes.get(id);
  if (other === undefined) return { isClash: false };
  const remark = html`<p class="say s stop">${icon('triangle-alert')}<span>Overlaps ${other}</span></p>`;
  return { isClash: true, remark };
}
