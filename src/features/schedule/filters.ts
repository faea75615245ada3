import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import {
  type Cruise,
  cruise,
  type DayWindow,
  dayWindow,
  indexOfDate,
  indexOfDayWord,
  isCruiseDay,
  shipClock,
} from '#core/ship-time/index.ts';
import { matchExpression } from '#db/full-text.ts';
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
export function filtersOf(context: Context, viewer: Viewer, query: EventsQuery): Filter[] {
  const filters = [
    dayFilter(context, query),
    typeFilter(query.type),
    searchFilter(context, query.search),
    locationFilter(query.location),
    followingFilter(viewer, query.following),
    dayPlannerFilter(viewer, query.dayplanner),
    needsPhotographerFilter(viewer, query.needsPhotographer),
    hasPhotographerFilter(viewer, query.hasPhotographer),
  ];
  return filters.filter((filter) => filter !== undefined);
}

/** Of several ways to choose a day the first counts: day, cruiseday, date, time. */
export function dayFilter(
  context: Context,
  { day, cruiseday, date, time }: Pick<EventsQuery, 'day' | 'cruiseday' | 'date' | 'time'>,
): Filter | undefined {
  const sailing = cruise(context);
  if (day !== undefined) return onDay(sailing, indexOfDayWord(sailing, day));
  // Counted from 1, everything else from 0.
  if (cruiseday !== undefined)
    return isCruiseDay(sailing, cruiseday - 1) ? onDay(sailing, cruiseday - 1) : keepsNothing;
  if (date) return onDay(sailing, indexOfDate(sailing, date));
  return time && runningAt(shipClock(context).toPort(time));
}

const keepsNothing: Filter = { key: 'nothing', keeps: () => false };

function onDay(sailing: Cruise, index: number): Filter {
  // A remembered list needs only the key.
  let window: DayWindow | undefined;
  return {
    key: `day ${index}`,
    keeps({ startTime }) {
      window ??= dayWindow(sailing, index);
      return startTime >= window.start && startTime < window.end;
    },
  };
}

const runningAt = (portTime: Date): Filter => ({
  keeps: ({ startTime, endTime }) => startTime <= portTime && portTime < endTime,
});

function typeFilter(type: string | undefined): Filter | undefined {
  if (type === undefined) return undefined;
  const isShadow = type === 'shadow';
  return { key: isShadow ? 'shadow' : 'not shadow', keeps: ({ eventType }) => (eventType === 'shadow') === isShadow };
}

function searchFilter(context: Context, search: string | undefined): Filter | undefined {
  if (!search?.trim()) return undefined;
  const expression = matchExpression(search);
  if (expression === undefined) return keepsNothing;
  const found = findEventIDsByText(context.db, expression);
  return { keeps: ({ id }) => found.has(id) };
}

function locationFilter(location: string | undefined): Filter | undefined {
  const wanted = foldCase(location?.trim() ?? '');
  return wanted === '' ? undefined : { keeps: ({ location: place }) => foldCase(place).includes(wanted) };
}

function followingFilter({ caller, marks }: Viewer, following: boolean | undefined): Filter | undefined {
  if (!following) return undefined;
  if (!caller) throw malformed('following is for callers who are logged in');
  return { key: 'following', keeps: ({ id }) => marks.favorite.has(id) };
}

function dayPlannerFilter({ caller, marks }: Viewer, dayplanner: boolean | undefined): Filter | undefined {
  if (!dayplanner) return undefined;
  if (!caller) throw malformed('dayplanner is for callers who are logged in');
  return { key: 'dayplanner', keeps: ({ id }) => marks.favorite.has(id) || marks.photographer.has(id) };
}

function needsPhotographerFilter({ coverage }: Viewer, needed: boolean | undefined): Filter | undefined {
  if (needed === undefined) return undefined;
  if (!coverage) throw malformed('needsPhotographer is for photographers and those who plan their work');
  return { keeps: ({ needsPhotographer }) => needsPhotographer === needed };
}

function hasPhotographerFilter({ coverage }: Viewer, covered: boolean | undefined): Filter | undefined {
  if (covered === undefined) return undefined;
  if (!coverage) throw malformed('hasPhotographer is for photographers and those who plan their work');
  if (covered) return { keeps: ({ id }) => coverage.has(id) };
  return { keeps: ({ id, needsPhotographer }) => needsPhotographer && !coverage.has(id) };
}
