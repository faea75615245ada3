import * as v from 'valibot';
import { maxSearch, uuid } from '#contract/fields.ts';
import { queryBoolean, querySearch, queryWordOrNone } from '#contract/query.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import type { EventData, EventPlaceData } from '#features/schedule/records.ts';
import { type CruiseDay, formatCruiseDay, readCruiseDays } from '../../frame/cruise-days.ts';
import { createFields, requestingPage } from '../../frame/forms.ts';
import { type Html, html, nothing, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import { sectionHeader } from '../../frame/shell.ts';
import { call, page, type ValuesOf } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { buildEventLines, buildPlanLines, listDay, listDays, listToday, wrapInForm } from './day-list.ts';
import { planEndpoints, readPlan } from './plan.ts';

const day = { day: v.pipe(v.string(), v.regex(/^\d{1,3}$/, "isn't a day of the sailing"), v.transform(Number)) };
const byID = { value: uuid };
const filters = {
  following: queryBoolean,
  search: querySearch,
  place: querySearch,
  type: queryWordOrNone(['official', 'shadow']),
};

type AnyVisit = Visit<unknown, unknown>;
const buttonToParams = (_visit: AnyVisit, { value }: { value: string }) => ({ params: { event_id: value } });
const anchorOfButton = ({ address }: AnyVisit, { value }: { value: string }) => `${address}#e-${value}`;

/** Follows an event of the list: the surrounding form sends the event of the button. */
export const followActions = {
  follow: call(scheduleApi.addFavorite, byID, buttonToParams, anchorOfButton),
  unfollow: call(scheduleApi.removeFavorite, byID, buttonToParams, anchorOfButton),
};

/** Today's schedule, or that of the first day before the sailing; the viewer's whole plan with `following`. */
export const schedule = page({
  path: '/schedule',
  place: 'schedule',
  query: filters,
  asks: [scheduleApi.list, clientServicesApi.settings],
  mayAsk: [...planEndpoints, scheduleApi.places],
  actions: followActions,
  async show(visit) {
    const { days, today } = await readCruiseDays(visit);
    if (coversAllDays(visit.query)) return showFound(visit, days);
    return visit.query.following ? showPlan(visit, days) : showDay(visit, days, today ?? days[0], today);
  },
});

/** The schedule of a day. */
export const scheduleOfDay = page({
  path: '/schedule/{day}',
  place: 'schedule',
  params: day,
  query: filters,
  asks: [scheduleApi.list, clientServicesApi.settings],
  mayAsk: [...planEndpoints, scheduleApi.places],
  actions: followActions,
  async show(visit) {
    const { days, today } = await readCruiseDays(visit);
    const shown = days.find(({ number }) => number === visit.params.day) ?? days[0];
    return coversAllDays(visit.query) ? showFound(visit, days) : showDay(visit, days, shown, today);
  },
});

type ScheduleVisit = Visit<unknown, ValuesOf<typeof filters>, keyof typeof followActions>;

/** Searches by words or location cover all days. */
const coversAllDays = ({ search, place }: ScheduleVisit['query']): boolean =>
  [search, place].some((text) => text !== undefined && text.trim() !== '');

async function showDay(
  visit: ScheduleVisit,
  days: readonly CruiseDay[],
  shown: CruiseDay | undefined,
  today: CruiseDay | undefined,
) {
  const { following, type } = visit.query;
  const plan = await readPlan(visit);
  const name = shown ? visit.clock.day(shown.noon) : 'Schedule';
  const lines = following
    ? buildPlanLines(
        plan.appointments.filter(({ startTime }) => formatCruiseDay(startTime, visit.clock) === name),
        plan,
        visit,
      )
    : buildEventLines(await visit.ask(scheduleApi.list, { query: { cruiseday: shown?.number, type } }), plan, visit);
  const tomorrow = days.find(({ number }) => number === (shown?.number ?? 0) + 1);
  const isToday = shown !== undefined && shown === today;
  const list = isToday ? listToday(lines, visit, tomorrow && `/schedule/${tomorrow.number}`) : listDay(lines);
  return showList(visit, { days, shown, name, lines: lines.length, list });
}

/** Longer lists aren't useful, and a slow network can't carry them. */
const maxFound = 100;

/** The viewer's whole plan. */
async function showPlan(visit: ScheduleVisit, days: readonly CruiseDay[]) {
  const plan = await readPlan(visit);
  const lines = buildPlanLines(plan.appointments, plan, visit);
  const list = listDays(lines, visit);
  const ways = when(
    visit.leadsTo('/schedule/changes'),
    () => html`<p class="ways"><a href="/schedule/changes">Changes in your plan</a></p>`,
  );
  return showList(visit, { days, shown: undefined, name: 'Your plan', lines: lines.length, list, ways });
}

/** Search results of all days. */
async function showFound(visit: ScheduleVisit, days: readonly CruiseDay[]) {
  const { following, search, place, type } = visit.query;
  const query = { words: search, location: place, following, type };
  const found = filterByPlace(await visit.ask(scheduleApi.list, { query }), place);
  const coming = found.filter(({ endTime }) => endTime > visit.clock.now);
  const events = found.length > maxFound ? coming.slice(0, maxFound) : found;
  const lines = buildEventLines(events, await readPlan(visit), visit);
  const more = found.length > maxFound ? coming.length - events.length : 0;
  const list = html`${listDays(lines, visit)}${when(more, (count) => html`<p class="soft">${count} more. Add another word or choose a place.</p>`)}`;
  return showList(visit, { days, shown: undefined, name: describeResults(visit.query), lines: lines.length, list });
}

/** If a location's name is part of another's, only the exact match counts. */
function filterByPlace(events: readonly EventData[], place: string | undefined): readonly EventData[] {
  const exact = events.filter(({ location }) => location.trim() === place?.trim());
  return exact.length > 0 ? exact : events;
}

function describeResults({ search, place }: ScheduleVisit['query']): string {
  if (search && place) return `Results for “${search}” at ${place}`;
  if (search) return `Results for “${search}”`;
  return `At ${place}`;
}

interface EventList {
  readonly days: readonly CruiseDay[];
  readonly shown: CruiseDay | undefined;
  readonly name: string;
  /** The number of lines in `list`. */
  readonly lines: number;
  readonly list: Html;
  /** Links above the list. */
  readonly ways?: Html;
}

async function showList(visit: ScheduleVisit, { days, shown, name, lines, list, ways = nothing }: EventList) {
  const places = (await visit.askIfAllowed(scheduleApi.places)) ?? [];
  const isFound = coversAllDays(visit.query);
  const isEmpty = lines === 0;
  const main = html`<main data-live>
${sectionHeader('Schedule', visit)}
${dayBar(days, shown, visit)}
<div class="col">
${renderFilters(visit, { shown, places, isEmpty })}
<h2 class="${isFound ? 'found' : 'hide'}">${name}</h2>
${ways}
${isEmpty ? emptyNote(visit) : wrapInForm(list, visit)}
</div>
</main>`;
  return { title: `Schedule, ${name}`, main };
}

function emptyNote({ query: { following, search, place } }: ScheduleVisit): Html {
  if (search)
    return html`<p class="soft">No events found. Try a single word, or browse <a href="/schedule/places">by place</a>.</p>`;
  if (place) return html`<p class="soft">No events there. <a href="/schedule/places">All places</a></p>`;
  if (following)
    return html`<p class="soft">Nothing planned yet. Tap the star next to an event or join a group to add it to your plan.</p>`;
  return html`<p class="soft">No events on this day.</p>`;
}

function dayBar(days: readonly CruiseDay[], shown: CruiseDay | undefined, { clock, query }: ScheduleVisit): Html {
  const kept = query.following && !coversAllDays(query) ? '?following=true' : '';
  return html`<nav class="days" aria-label="Days"><ol>${days.map(({ number, noon }) => {
    const [weekday = '', date = ''] = clock.day(noon).split(' ');
    return html`<li><a href="/schedule/${number}${kept}"${number === shown?.number ? html` aria-current="date"` : nothing}>${weekday.slice(0, 3)} <b>${date}</b></a></li>`;
  })}</ol></nav>`;
}

/** Who organizes the events of each type. */
const organizerChoices = [
  ['', 'Anyone'],
  ['official', 'The crew'],
  ['shadow', 'Passengers'],
] as const;

interface FilterState extends Pick<EventList, 'shown'> {
  readonly places: readonly EventPlaceData[];
  readonly isEmpty: boolean;
}

function renderFilters(visit: ScheduleVisit, { shown, places, isEmpty }: FilterState): Html {
  const path = shown ? `/schedule/${shown.number}` : '/schedule';
  const { field, choice } = createFields(requestingPage, 'find');
  const { following, search, place, type } = visit.query;
  // Closed by default, so that results come first on small screens; open after a search without results, so that it can
  // be changed.
  const isOpen = type !== undefined || (isEmpty && coversAllDays(visit.query));
  const current = html` aria-current="true"`;
  return html`<div class="sieve">
<nav class="tabs" aria-label="Which events"><a href="${path}"${following || coversAllDays(visit.query) ? nothing : current}>All</a>${
    visit.viewer ? html`<a href="/schedule?following=true"${following ? current : nothing}>Your plan</a>` : nothing
  }<a href="/schedule/places">By place</a></nav>
<details${isOpen ? html` open` : nothing}><summary>${icon('search')}Search</summary><form action="${path}">${field({ name: 'search', label: 'Title, place or description', type: 'search', value: search, maxLength: maxSearch, hint: 'Searches all days.' })}${placeChoice(places, place)}${choice({ name: 'type', label: 'Organized by', options: organizerChoices, value: type ?? '' })}<p class="field"><button type="submit" class="quiet">Show</button></p></form></details>
</div>`;
}

/** A choice of locations, grouped by deck. */
function placeChoice(places: readonly EventPlaceData[], chosen = ''): Html {
  const option = ({ location }: EventPlaceData): Html =>
    html`<option value="${location}"${location === chosen ? html` selected` : nothing}>${location}</option>`;
  const decks = [...Map.groupBy(places, ({ deck }) => deck)];
  const groups = decks.map(([deck, ofDeck]) =>
    decks.length === 1
      ? html`${ofDeck.map(option)}`
      : html`<optgroup label="${deck === undefined ? 'Elsewhere' : `Deck ${deck}`}">${ofDeck.map(option)}</optgroup>`,
  );
  return html`<p class="field"><label for="find-place">Place</label><select id="find-place" name="place"><option value="">Anywhere</option>${groups}</select></p>`;
}
