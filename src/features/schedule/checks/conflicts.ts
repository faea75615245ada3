import { type Cruise, getCruiseStart, getDayWindow } from '#core/ship-time/index.ts';
import { foldLetters } from '#platform/text/lines.ts';
import type { ScheduledEvent } from '../calendar-files/read-calendar.ts';
import type { CheckFinding, CheckFindings } from './check-upload.ts';

const minute = 60_000;

/** Less time than this between two events in a room is a finding. */
const turnaroundMinutes = 15;

type EventsByStart = readonly ScheduledEvent[];

/** Events without a length last a moment, so that two that begin together overlap. */
const getEnd = ({ startTime, endTime }: ScheduledEvent): number => Math.max(endTime.getTime(), startTime.getTime() + 1);

/**
 * Yields pairs of events of which the second starts before the first ends, or up to `marginMinutes` later. The events
 * are sorted by start, and so are the pairs.
 */
export function* listPairs(
  sorted: EventsByStart,
  marginMinutes = 0,
): Iterable<readonly [ScheduledEvent, ScheduledEvent]> {
  for (const [index, first] of sorted.entries()) {
    const until = getEnd(first) + marginMinutes * minute;
    for (let next = index + 1; next < sorted.length; next += 1) {
      const second = sorted[next];
      if (!second || second.startTime.getTime() >= until) break;
      yield [first, second];
    }
  }
}

/** Returns the minutes from the start of the second event to the end of the first or second, whichever is earlier. */
const getOverlap = (first: ScheduledEvent, second: ScheduledEvent): number =>
  Math.round((Math.min(getEnd(first), getEnd(second)) - second.startTime.getTime()) / minute);

const normalizePlace = ({ location }: ScheduledEvent): string => foldLetters(location.trim());

/** Yields the events of each room, sorted by start. */
function* groupByRoom(sorted: EventsByStart): Iterable<EventsByStart> {
  for (const [place, events] of Map.groupBy(sorted, normalizePlace)) if (place !== '') yield events;
}

/** Finds performers with two events at a time in different places. */
export function* findBusyPerformers(
  sorted: EventsByStart,
  performersOf: (event: ScheduledEvent) => readonly { readonly id: string; readonly name: string }[],
): CheckFindings {
  const shows = new Map<string, { readonly name: string; readonly events: ScheduledEvent[] }>();
  for (const event of sorted) {
    for (const { id, name } of performersOf(event)) {
      const known = shows.get(id) ?? { name, events: [] };
      known.events.push(event);
      shows.set(id, known);
    }
    yield undefined;
  }
  for (const { name, events } of shows.values()) {
    for (const [first, second] of listPairs(events)) {
      const isElsewhere = normalizePlace(first) !== normalizePlace(second);
      yield isElsewhere ? { events: [first, second], performer: name, minutes: getOverlap(first, second) } : undefined;
    }
  }
}

/** Finds two events in one room at a time. */
export function* findTakenRooms(sorted: EventsByStart): CheckFindings {
  for (const events of groupByRoom(sorted)) {
    for (const pair of listPairs(events)) yield { events: pair, minutes: getOverlap(...pair) };
    yield undefined;
  }
}

/** Finds events in a room that begin too soon after the one before. */
export function* findShortTurnarounds(sorted: EventsByStart): CheckFindings {
  for (const events of groupByRoom(sorted)) {
    for (const pair of listPairs(events, turnaroundMinutes)) yield describeTurnaround(...pair);
    yield undefined;
  }
}

/** Undefined if the events overlap, which is another check's finding. */
function describeTurnaround(first: ScheduledEvent, second: ScheduledEvent): CheckFinding | undefined {
  const pause = second.startTime.getTime() - getEnd(first);
  // Events without a length say nothing of when the room is free.
  const isKnown = first.endTime > first.startTime;
  return pause >= 0 && isKnown ? { events: [first, second], minutes: Math.floor(pause / minute) } : undefined;
}

/** Returns a test for events that start before or after the sailing. */
export function createOutsideSailingTest(cruise: Cruise): (event: Pick<ScheduledEvent, 'startTime'>) => boolean {
  const [begin, end] = [getCruiseStart(cruise), getDayWindow(cruise, cruise.lengthDays - 1).end];
  return ({ startTime }) => startTime < begin || startTime >= end;
}

/** Finds events outside the sailing. */
export function* findEventsOutsideSailing(sorted: EventsByStart, cruise: Cruise): CheckFindings {
  const isOutside = createOutsideSailingTest(cruise);
  for (const event of sorted) yield isOutside(event) ? { events: [event] } : undefined;
}
