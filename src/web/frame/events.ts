import type { EventData } from '#features/schedule/records.ts';
import type { Visit, VisitWith } from '../visit.ts';
import { type Html, html, nothing, when } from './html.ts';
import { icon } from './icons.ts';

type Clock = Visit['clock'];

/** An event or appointment in a list. */
export interface PlanEntry {
  readonly id: string;
  /** Its page. */
  readonly path: string;
  readonly title: string;
  readonly location: string;
  readonly startTime: Date;
  readonly endTime: Date;
}

const toPlanEntry = ({ eventID, title, location, startTime, endTime }: EventData): PlanEntry => ({
  id: eventID,
  path: `/event/${eventID}`,
  title,
  location,
  startTime,
  endTime,
});

type Period = Pick<PlanEntry, 'startTime' | 'endTime'>;

/** Some calendars only say when an event begins, with the same time as its end. */
export const hasLength = ({ startTime, endTime }: Period): boolean => endTime > startTime;

/** Returns how many minutes an event has been running; undefined before and after it. */
export function getProgress({ startTime, endTime }: Period, now: Date): { gone: number; all: number } | undefined {
  const [at, start, end] = [now.getTime(), startTime.getTime(), endTime.getTime()];
  if (at < start || at >= end) return undefined;
  const minutes = (milliseconds: number) => Math.round(milliseconds / 60_000);
  return { gone: minutes(at - start), all: Math.max(1, minutes(end - start)) };
}

/** Renders the progress of a running event as a bar; nothing before and after it. */
export const progressBar = (period: Period, now: Date): Html =>
  when(
    getProgress(period, now),
    ({ gone, all }) => html`<progress value="${gone}" max="${all}" aria-hidden="true"></progress>`,
  );

/** Shown next to the title. */
interface EventLine {
  /** Shown on the right of the line. */
  readonly aside?: Html;
  readonly isClash?: boolean;
  /** Without the end, for lists that show it elsewhere. */
  readonly isStartOnly?: boolean;
  /** Shown below the location. */
  readonly remark?: Html;
}

/** Renders an event in the schedule. */
export const eventLine = (event: EventData, clock: Clock, options?: EventLine): Html =>
  planLine(toPlanEntry(event), clock, options);

/** Renders an event or appointment in a plan. */
export function planLine(
  entry: PlanEntry,
  clock: Clock,
  { aside = nothing, isClash = false, isStartOnly = false, remark = nothing }: EventLine = {},
): Html {
  return html`<li class="event${isClash ? ' overlap' : ''}" id="e-${entry.id}">
  <p class="when">${clock.time(entry.startTime)}${when(hasLength(entry) && !isStartOnly, () => html`<span>${clock.time(entry.endTime)}</span>`)}</p>
  <div class="what"><h3><a href="${entry.path}">${entry.title}</a></h3><p>${entry.location}</p>${progressBar(entry, clock.now)}${remark}</div>
  ${aside}
</li>`;
}

/** The star that follows an event: a button of the form around the list. */
export const followButton = (
  { eventID, title, isFavorite }: Pick<EventData, 'eventID' | 'title' | 'isFavorite'>,
  visit: VisitWith<'follow' | 'unfollow'>,
): Html =>
  html`<button type="submit" class="icon mark" name="${visit.action(
    isFavorite ? 'unfollow' : 'follow',
  )}" value="${eventID}" aria-pressed="${String(isFavorite)}" aria-label="Follow ${title}">${icon('star')}</button>`;

/** Whether passengers may claim to host this event: it's of a passenger kind, and no official performer is in it. */
export const isHostedByPassengers = ({ eventType, performers }: EventData): boolean =>
  isPassengerEventType(eventType) && !performers.some(({ isOfficialPerformer }) => isOfficialPerformer);

/** Kinds of events that passengers host. */
export const isPassengerEventType = (eventType: string): boolean => /shadow|workshop/i.test(eventType);
