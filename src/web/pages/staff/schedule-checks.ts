import type {
  CheckedEventData,
  ScheduleCheck,
  ScheduleCheckData,
  ScheduleFindingData,
} from '#features/schedule/records.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import type { Visit } from '../../visit.ts';

type Clock = Visit['clock'];

const headings: Readonly<Record<ScheduleCheck, string>> = {
  performerInTwoPlaces: 'Performers in two places',
  roomTaken: 'Two events in one room',
  shortTurnaround: 'Little time between events in a room',
  outsideSailing: 'Outside the sailing',
  similarPlace: 'Places spelled almost alike',
  commonFollowers: 'Same time, same followers',
};

/** Findings shown for each check; the API lists more. */
const maxShown = 20;

/** Shows what checks found in the uploaded file, each check closed until it's opened. Nothing here blocks applying it. */
export function showChecks(checks: readonly ScheduleCheckData[], { clock }: Pick<Visit, 'clock'>): Html {
  const found = checks.filter(({ count }) => count > 0);
  if (found.length === 0) {
    return html`<p class="say s">${icon('check')}<span>Checks found nothing unusual.</span></p>`;
  }
  return html`<section aria-labelledby="checks"><h2 id="checks">Worth a look</h2><p class="hint">You can still apply the file.</p>
${found.map((check) => showCheck(check, clock))}</section>`;
}

const showCheck = ({ check, count, findings }: ScheduleCheckData, clock: Clock): Html =>
  html`<details class="over"><summary>${icon('chevron-right')}${headings[check]}: ${count}</summary>
<ul class="rows">${findings.slice(0, maxShown).map((finding) => html`<li><div>${describeFinding(check, finding, clock)}</div></li>`)}</ul>${when(count > maxShown, () => html`<p class="soft">and ${count - maxShown} more</p>`)}</details>`;

function describeFinding(check: ScheduleCheck, finding: ScheduleFindingData, clock: Clock): Html {
  const { performer, events, places = [] } = finding;
  return html`${when(performer, (name) => html`<h3>${name}</h3>`)}${events.map((event) => describeEvent(event, clock))}${places.map(
    ({ location, eventCount }) => html`<p class="line">${location} (${countThings(eventCount, 'event', 'events')})</p>`,
  )}${when(describeNumber(check, finding), (words) => html`<p class="say s warn">${icon('triangle-alert')}<span>${words}</span></p>`)}`;
}

const describeEvent = ({ title, startTime, endTime, location }: CheckedEventData, clock: Clock): Html =>
  html`<p class="line"><b>${title}</b>, ${clock.day(startTime)}, ${clock.time(startTime)} to ${clock.time(endTime)}${when(location, (place) => html`, ${place}`)}</p>`;

function describeNumber(check: ScheduleCheck, { minutes, commonFollowers }: ScheduleFindingData): string | undefined {
  if (commonFollowers !== undefined) return `${countThings(commonFollowers, 'person follows', 'people follow')} both`;
  if (minutes === undefined) return undefined;
  const time = countThings(minutes, 'minute', 'minutes');
  return check === 'shortTurnaround' ? `${time} in between` : `Overlap of ${time}`;
}

const countThings = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;
