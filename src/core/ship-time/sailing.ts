import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { type Cruise, getDateOfCruiseDay } from './cruise-days.ts';
import { dayMilliseconds } from './wall-clock.ts';

/** Port times at which the first and last event of the schedule begin. */
export interface EventSpan {
  readonly first: Date;
  readonly last: Date;
}

/** The dates of the sailing and their origin. */
export interface Sailing {
  readonly cruise: Cruise;
  readonly origin: 'variables' | 'events' | 'default';
}

const defaultStartDate = '2025-03-02';
const defaultLengthDays = 8;

/**
 * Dates that aren't configured are derived from the cruise days of the events (decisions 44 and 58). Ship time is a
 * layer below the schedule and knows no events, so the schedule registers how to find them. It must return the same
 * object until they change.
 */
let findEventSpan: (context: Context) => EventSpan | undefined = () => undefined;

/** Registers how to find the first and last event. The schedule calls this once. */
export function deriveSailingFrom(find: typeof findEventSpan): void {
  findEventSpan = find;
}

/** Returns the first and last stored event. */
export const getEventSpan = (context: Context): EventSpan | undefined => findEventSpan(context);

type Dates = Pick<Config, 'startDate' | 'cruiseLengthDays'>;

/** Builds the sailing from the configuration, else from the events, else from default dates (decisions 44 and 58). */
export function buildSailing({ startDate, cruiseLengthDays }: Dates, portZone: string, span?: EventSpan): Sailing {
  const isConfigured = startDate !== undefined && cruiseLengthDays !== undefined;
  const start = startDate ?? (span ? getDateOfCruiseDay(portZone, span.first) : defaultStartDate);
  const lengthDays =
    cruiseLengthDays ?? (span ? countDaysUntil(start, getDateOfCruiseDay(portZone, span.last)) : defaultLengthDays);
  return {
    cruise: { startDate: start, lengthDays, portZone },
    origin: isConfigured ? 'variables' : span ? 'events' : 'default',
  };
}

/** Counts both days. A sailing has at least one day. */
const countDaysUntil = (start: string, last: string): number =>
  Math.max(1, (Date.parse(last) - Date.parse(start)) / dayMilliseconds + 1);

const originWords: Readonly<Record<Sailing['origin'], string>> = {
  variables: 'from START_DATE and CRUISE_LENGTH_DAYS',
  events: 'from the events; START_DATE and CRUISE_LENGTH_DAYS override them',
  default: 'default, because START_DATE and CRUISE_LENGTH_DAYS are not set and there are no events',
};

/** Returns a sentence for the operator. */
export function describeSailing({ cruise, origin }: Sailing): string {
  const days = cruise.lengthDays === 1 ? '1 day' : `${cruise.lengthDays} days`;
  return `The sailing starts on ${cruise.startDate} and lasts ${days} (${originWords[origin]}).`;
}
