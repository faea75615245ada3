import {
  type DifferenceList,
  differenceLists,
  type EventData,
  type EventUpdateDifferenceData,
} from '#features/schedule/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import type { Visit } from '../../visit.ts';

const headings: Readonly<Record<DifferenceList, string>> = {
  deletedEvents: 'No longer in it',
  createdEvents: 'New',
  timeChangeEvents: 'At another time',
  locationChangeEvents: 'In another place',
  minorChangeEvents: 'With another title, text or kind',
};

/** So many of each list are shown: a file of another sailing differs in everything. */
const maxShown = 40;

/** How many events differ. */
export const countDifferences = (difference: EventUpdateDifferenceData): number =>
  differenceLists.reduce((sum, list) => sum + difference[list].length, 0);

/** What a file says otherwise than the schedule, or what a change of it changed. */
export const showDifference = (difference: EventUpdateDifferenceData, visit: Pick<Visit, 'clock'>): Html =>
  html`${differenceLists.map((list) =>
    when(
      difference[list].length,
      (count) => html`<section aria-labelledby="${list}"><h2 id="${list}">${headings[list]} <small>${count}</small></h2>
<ul class="rows">${difference[list].slice(0, maxShown).map((event) => showEvent(event, visit))}</ul>${when(count > maxShown, () => html`<p class="soft">and ${count - maxShown} more</p>`)}</section>`,
    ),
  )}`;

const showEvent = ({ title, startTime, endTime, location }: EventData, { clock }: Pick<Visit, 'clock'>): Html =>
  html`<li><div><h3>${title}</h3><p class="line">${clock.day(startTime)}, ${clock.time(startTime)} to ${clock.time(endTime)}${when(location, (place) => html`, ${place}`)}</p></div></li>`;
