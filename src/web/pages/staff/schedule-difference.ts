import {
  type DifferenceList,
  differenceLists,
  type EventContentData,
  type EventDifferenceData,
  type EventUpdateDifferenceData,
} from '#features/schedule/records.ts';
import { compareWords, type TextPart } from '../../frame/changed-words.ts';
import { type Html, html, when } from '../../frame/html.ts';
import { icon } from '../../frame/icons.ts';
import type { Visit } from '../../visit.ts';

const headings: Readonly<Record<DifferenceList, string>> = {
  deletedEvents: 'Deleted',
  createdEvents: 'New',
  timeChangeEvents: 'Time changed',
  locationChangeEvents: 'Place changed',
  minorChangeEvents: 'Title, description or kind changed',
};

/** Entries shown per list: a file of another sailing differs in everything. */
const maxShown = 40;

/** Returns how many events differ. */
export const countDifferences = (difference: EventUpdateDifferenceData): number =>
  differenceLists.reduce((sum, list) => sum + difference[list].length, 0);

/** Shows how a file differs from the schedule, or what a change changed. */
export const showDifference = (difference: EventUpdateDifferenceData, visit: Pick<Visit, 'clock'>): Html =>
  html`${differenceLists.map((list) =>
    when(
      difference[list].length,
      (count) => html`<section aria-labelledby="${list}"><h2 id="${list}">${headings[list]} <small>${count}</small></h2>
<ul class="rows">${difference[list].slice(0, maxShown).map((event) => showEvent(list, event, visit))}</ul>${when(count > maxShown, () => html`<p class="soft">and ${count - maxShown} more</p>`)}</section>`,
    ),
  )}`;

type Clock = Visit['clock'];

function showEvent(list: DifferenceList, event: EventDifferenceData, { clock }: Pick<Visit, 'clock'>): Html {
  const changes = event.previous ? listChanges(list, event.previous, event, clock) : [];
  const place = when(event.location, (location) => html`, ${location}`);
  return html`<li><div><h3>${event.title}</h3>
${changes.length > 0 ? changes.map(showChange) : html`<p class="line">${describeTime(event, clock)}${place}</p>`}
${when(event.followCount, (count) => html`<p class="say s">${icon('star')}<span>${count === 1 ? '1 person follows' : `${count} people follow`} this</span></p>`)}</div></li>`;
}

/** One property of an event, before and after. */
type Change = readonly [label: string, before: string, after: string];

/** Returns the changes that belong in this list. */
function listChanges(list: DifferenceList, before: EventContentData, after: EventContentData, clock: Clock): Change[] {
  const all: Readonly<Partial<Record<DifferenceList, readonly Change[]>>> = {
    timeChangeEvents: [['Time', describeTime(before, clock), describeTime(after, clock)]],
    locationChangeEvents: [['Place', before.location, after.location]],
    minorChangeEvents: [
      ['Title', before.title, after.title],
      ['Kind', before.eventType, after.eventType],
      ['Description', before.description, after.description],
    ],
  };
  return (all[list] ?? []).filter(([, old, renewed]) => old !== renewed);
}

const describeTime = ({ startTime, endTime }: Pick<EventContentData, 'startTime' | 'endTime'>, clock: Clock): string =>
  `${clock.day(startTime)}, ${readTime(startTime, clock)} to ${readTime(endTime, clock)}`;

const readTime = (moment: Date, clock: Clock): string => clock.write(moment).slice(-5);

function showChange([label, before, after]: Change): Html {
  const [old, renewed] = compareWords(before, after);
  return html`<dl class="change"><div><dt>${label} before</dt><dd><del>${showParts(old)}</del></dd></div><div><dt>${label} after</dt><dd><ins>${showParts(renewed)}</ins></dd></div></dl>`;
}

const showParts = (parts: readonly TextPart[]): Html =>
  parts.length === 0
    ? html`<i>none</i>`
    : html`${parts.map(({ text, isChanged }) => (isChanged ? html`<mark>${text}</mark>` : shorten(text)))}`;

/** Shortens an unchanged long text to its beginning and end. */
function shorten(text: string): string {
  const shown = 80;
  return text.length > 3 * shown
    ? `${text.slice(0, shown).toWellFormed()} … ${text.slice(-shown).toWellFormed()}`
    : text;
}
