import type { Context } from '#area/context.ts';
import type { EventSeats } from '#area/event-seats.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { malformed } from '#contract/errors.ts';
import {
  type Cruise,
  type DayWindow,
  getCruise,
  getDayWindow,
  getIndexOfDate,
  getShipClock,
  isCruiseDay,
  parseDayWord,
} from '#core/ship-time/index.ts';
import { buildMatchExpression } from '#db/full-text.ts';
import { foldCase } from '#platform/text/lines.ts';
import type { scheduleApi } from '../api.ts';
import type { EventMarks } from '../marks/marks.ts';
import type { PhotographersByEvent } from '../photographers/photographers.ts';
import { searchEventIDs } from '../store.ts';
import type { EventRow } from '../tables.ts';
import { createPlaceMatcher } from './places.ts';

/** The query parameters of GET /events (schedule, Query of GET /events). */
export type EventsQuery = QueryOf<typeof scheduleApi.list>;

/** One condition on events. */
export interface Filter {
  /** The part of a cached list's key. Undefined if the condition is rarely repeated, so that nothing is cached. */
  readonly key?: string;
  matches(row: EventRow): boolean;
}

/** The user who views events, and their marks. */
export interface EventViewer {
  readonly caller: Caller | undefined;
  readonly marks: EventMarks;
  /** Undefined for users who aren't photography staff. */
  readonly coverage: PhotographersByEvent | undefined;
  /** By event id, for events with something to say. */
  readonly seats: ReadonlyMap<string, EventSeats>;
}

/**
 * Returns all conditions of a query. Events must meet each of them. Throws 400 for conditions that the viewer can't
 * use.
 */
export function buildFilters(context: Context, viewer: EventViewer, query: EventsQuery): Filter[] {
  const filters = [
    createDayFilter(context, query),
    createTypeFilter(query.type),
    createSearchFilter(context, query.search),
    createWordsFilter(context, query.words),
    createLocationFilter(query.location),
    createFollowingFilter(viewer, query.following),
    createDayPlannerFilter(viewer, query.dayplanner),
    createNeedsPhotographerFilter(viewer, query.needsPhotographer),
    createHasPhotographerFilter(viewer, query.hasPhotographer),
  ];
  return filters.filter((filter) => filter !== undefined);
}

/** If there are several ways to choose a day or time, the first counts: day, cruiseday, date, time. */
export function createDayFilter(
  context: Context,
  { day, cruiseday, date, time }: Pick<EventsQuery, 'day' | 'cruiseday' | 'date' | 'time'>,
): Filter | undefined {
  const cruise = getCruise(context);
  if (day !== undefined) return createOnDayFilter(cruise, parseDayWord(cruise, day));
  // `cruiseday` counts from 1, everything else from 0.
  if (cruiseday !== undefined)
    return isCruiseDay(cruise, cruiseday - 1) ? createOnDayFilter(cruise, cruiseday - 1) : matchNothing;
  if (date) return createOnDayFilter(cruise, getIndexOfDate(cruise, date));
  return time && createRunningFilter(getShipClock(context).toPort(time));
}

const matchNothing: Filter = { key: 'nothing', matches: () => false };

function createOnDayFilter(cruise: Cruise, index: number): Filter {
  // Computed lazily, since a cached list needs only the key.
  let window: DayWindow | undefined;
  return {
    key: `day ${index}`,
    matches({ startTime }) {
      window ??= getDayWindow(cruise, index);
      return startTime >= window.start && startTime < window.end;
    },
  };
}

const createRunningFilter = (portTime: Date): Filter => ({
  matches: ({ startTime, endTime }) => startTime <= portTime && portTime < endTime,
});

function createTypeFilter(type: string | undefined): Filter | undefined {
  if (type === undefined) return undefined;
  const isShadow = type === 'shadow';
  return { key: isShadow ? 'shadow' : 'not shadow', matches: ({ eventType }) => (eventType === 'shadow') === isShadow };
}

function createSearchFilter(context: Context, search: string | undefined): Filter | undefined {
  if (!search?.trim()) return undefined;
  const expression = buildMatchExpression(search);
  if (expression === undefined) return matchNothing;
  const matchingIDs = searchEventIDs(context.db, expression);
  return { matches: ({ id }) => matchingIDs.has(id) };
}

/** Matches the results of `search` and events at places that match all words. */
function createWordsFilter(context: Context, words: string | undefined): Filter | undefined {
  const found = createSearchFilter(context, words);
  if (!found) return undefined;
  const isPlaceMeant = createPlaceMatcher(words ?? '');
  return { matches: (row) => isPlaceMeant(row.location) || found.matches(row) };
}

function createLocationFilter(location: string | undefined): Filter | undefined {
  const part = foldCase(location?.trim() ?? '');
  return part === '' ? undefined : { matches: (row) => foldCase(row.location).includes(part) };
}

function createFollowingFilter({ caller, marks }: EventViewer, following: boolean | undefined): Filter | undefined {
  if (!following) return undefined;
  if (!caller) throw malformed('Log in to use the filter following.', 'filterNeedsLogin');
  return { key: 'following', matches: ({ id }) => marks.favorite.has(id) };
}

function createDayPlannerFilter(
  { caller, marks, seats }: EventViewer,
  dayplanner: boolean | undefined,
): Filter | undefined {
  if (!dayplanner) return undefined;
  if (!caller) throw malformed('Log in to use the filter dayplanner.', 'filterNeedsLogin');
  return {
    key: 'dayplanner',
    matches: ({ id }) => marks.favorite.has(id) || marks.photographer.has(id) || seats.get(id)?.seat === 'seat',
  };
}

function createNeedsPhotographerFilter({ coverage }: EventViewer, needed: boolean | undefined): Filter | undefined {
  if (needed === undefined) return undefined;
  if (!coverage) throw malformed('Only photographers and their leads can use the filter needsPhotographer.');
  return { matches: ({ needsPhotographer }) => needsPhotographer === needed };
}

function createHasPhotographerFilter({ coverage }: EventViewer, covered: boolean | undefined): Filter | undefined {
  if (covered === undefined) return undefined;
  if (!coverage) throw malformed('Only photographers and their leads can use the filter hasPhotographer.');
  if (covered) return { matches: ({ id }) => coverage.has(id) };
  return { matches: ({ id, needsPhotographer }) => needsPhotographer && !coverage.has(id) };
}
