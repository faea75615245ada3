import { queryInteger } from '#contract/query.ts';
import { clientServicesApi } from '#features/client-services/api.ts';
import { scheduleApi } from '#features/schedule/api.ts';
import { deskApi } from '#features/schedule/desk/api.ts';
import type { EventData } from '#features/schedule/records.ts';
import { seatsApi } from '#features/seats/api.ts';
import { readCruiseDays } from '../../frame/cruise-days.ts';
import { type Html, html, nothing } from '../../frame/html.ts';
import { pageBelow } from '../../frame/shell.ts';
import { tabs } from '../../frame/tabs.ts';
import { page } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { describeSeats } from '../schedule/seats.ts';

const path = '/staff/schedule/seats';

/** The events with a limited number of seats, and all events of a day, to limit others. */
export const limitedSeats = page({
  path,
  place: 'more',
  query: { day: queryInteger },
  // Passengers may call the others: the first one is for the desk.
  asks: [deskApi.scheduleLog, scheduleApi.list, seatsApi.changeCapacity, clientServicesApi.settings],
  async show(visit) {
    const { day } = visit.query;
    const { days } = await readCruiseDays(visit);
    const events = await visit.ask(scheduleApi.list, { query: { cruiseday: day } });
    const shown = day === undefined ? events.filter(({ capacity }) => capacity !== undefined) : events;
    const content = html`<p class="soft">Choose an event to limit its seats or to see its door list.</p>
${tabs('Days', [
  { path, label: 'Limited', isCurrent: day === undefined },
  ...days.map(({ number }) => ({ path: `${path}?day=${number}`, label: `Day ${number}`, isCurrent: day === number })),
])}
${shown.length > 0 ? html`<ul class="rows">${shown.map((event) => showEvent(event, visit))}</ul>` : html`<p class="soft">${day === undefined ? 'No event has a limit: anyone can come to all of them.' : 'No events on this day.'}</p>`}`;
    return pageBelow({ label: 'Schedule desk', path: '/staff/schedule' }, 'Seats', content);
  },
});

const showEvent = (event: EventData, { clock }: Pick<Visit, 'clock'>): Html =>
  html`<li><div><h2><a href="/event/${event.eventID}/seats">${event.title}</a></h2><p class="line">${clock.day(event.startTime)}, ${clock.time(event.startTime)}, ${event.location}</p>${event.capacity === undefined ? nothing : html`<p>${describeSeats(event)}</p>`}</div></li>`;
