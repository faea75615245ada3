import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
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
import { foldCase } from '#platform/text.ts';
import type { Marks } from './marks.ts';
import type { Coverage } from './photographers.ts';
import { findEventIDsByText } from './store.ts';
import type { EventRow } from './tables.ts';

/** What may be asked of GET /events (schedule, Query of GET /events). */
export interface EventsQuery {
  readonly cruiseday?: number;
  readonly day?: string;
  readonly date?: Date;
  readonly time?: Date;
  readonly type?: string;
  readonly search?: string;
  readonly location?: string;
  readonly following?: boolean;
  readonly dayplanner?: boolean;
  readonly needsPhotographer?: boolean;
  readonly hasPhotographer?: boolean;
}

/** One condition on events. */
export interface Filter {
  /** Tells the condition from all others; absent where the same is hardly asked twice, so that nothing is remembered. */
  readonly key?: string;
  keeps(row: EventRow): boolean;
}

/** Who asks. */
export interface Viewer {
  readonly caller: Caller | undefined;
  readonly marks: Marks;
  /** Undefined for those who are not photography staff. */
  readonly coverage: Coverage | undefined;
}

/** All conditions of a query; an event must meet each. Throws 400 for those the viewer may not use. */
export function buildFilters(context: Context, viewer: Viewer, query: EventsQuery): Filter[] {
  const filters = [
    createDayFilter(context, query),
    createTypeFilter(query.type),
    createSearchFilter(context, query.search),
    createLocationFilter(query.location),
    createFollowingFilter(viewer, query.following),
    createDayPlannerFilter(viewer, query.dayplanner),
    createNeedsPhotographerFilter(viewer, query.needsPhotographer),
    createHasPhotographerFilter(viewer, query.hasPhotographer),
  ];
  return filters.filter((filter) => filter !== undefined);
}

/** Of several ways to choose a day the first counts: day, cruiseday, date, time. */
export function createDayFilter(
  context: Context,
  { day, cruiseday, date, time }: Pick<EventsQuery, 'day' | 'cruiseday' | 'date' | 'time'>,
): Filter | undefined {
  const sailing = getCruise(context);
  if (day !== undefined) return createOnDayFilter(sailing, parseDayWord(sailing, day));
  // Counted from 1, everything else from 0.
  if (cruiseday !== undefined)
    return isCruiseDay(sailing, cruiseday - 1) ? createOnDayFilter(sailing, cruiseday - 1) : keepsNothing;
  if (date) return createOnDayFilter(sailing, getIndexOfDate(sailing, date));
  return time && isRunningAt(getShipClock(context).toPort(time));
}

const keepsNothing: Filter = { key: 'nothing', keeps: () => false };

function createOnDayFilter(sailing: Cruise, index: number): Filter {
  // A remembered list needs only the key.
  let window: DayWindow | undefined;
  return {
    key: `day ${index}`,
    keeps({ startTime }) {
      window ??= getDayWindow(sailing, index);
      return startTime >= window.start && startTime < window.end;
    },
  };
}

const isRunningAt = (portTime: Date): Filter => ({
  keeps: ({ startTime, endTime }) => startTime <= portTime && portTime < endTime,
});

function createTypeFilter(type: string | undefined): Filter | undefined {
  if (type === undefined) return undefined;
  const isShadow = type === 'shadow';
  return { key: isShadow ? 'shadow' : 'not shadow', keeps: ({ eventType }) => (eventType === 'shadow') === isShadow };
}

function createSearchFilter(context: Context, search: string | undefined): Filter | undefined {
  if (!search?.trim()) return undefined;
  const expression = buildMatchExpression(search);
  if (expression === undefined) return keepsNothing;
  const found = findEventIDsByText(context.db, expression);
  return { keeps: ({ id }) => found.has(id) };
}

function createLocationFilter(location: string | undefined): Filter | undefined {
  const wanted = foldCase(location?.trim() ?? '');
  return wanted === '' ? undefined : { keeps: ({ location: place }) => foldCase(place).includes(wanted) };
}

function createFollowingFilter({ caller, marks }: Viewer, following: boolean | undefined): Filter | undefined {
  if (!following) return undefined;
  if (!caller) throw malformed('following is for callers who are logged in');
  return { key: 'following', keeps: ({ id }) => marks.favorite.has(id) };
}

function createDayPlannerFilter({ caller, marks }: Viewer, dayplanner: boolean | undefined): Filter | undefined {
  if (!dayplanner) return undefined;
  if (!caller) throw malformed('dayplanner is for callers who are logged in');
  return { key: 'dayplanner', keeps: ({ id }) => marks.favorite.has(id) || marks.photographer.has(id) };
}

function createNeedsPhotographerFilter({ coverage }: Viewer, needed: boolean | undefined): Filter | undefined {
  if (needed === undefined) return undefined;
  if (!coverage) throw malformed('needsPhotographer is for photographers and those who plan their work');
  return { keeps: ({ needsPhotographer }) => needsPhotographer === needed };
}

function createHasPhotographerFilter({ coverage }: Viewer, covered: boolean | undefined): Filter | undefined {
  if (covered === undefined) return undefined;
  if (!coverage) throw malformed('hasPhotographer is for photographers and those who plan their work');
  if (covered) return { keeps: ({ id }) => coverage.has(id) };
  return { keeps: ({ id, needsPhotographer }) => needsPhotographer && !coverage.has(id) };
}
