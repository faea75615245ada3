import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { type Cruise, getDateOfCruiseDay } from './cruise-days.ts';
import { dayMilliseconds } from './wall-clock.ts';

/** Port times at which the first and the last event of the schedule begin. */
export interface EventSpan {
  readonly first: Date;
  readonly last: Date;
}

/** The dates of the sailing, and where they come from. */
export interface Sailing {
  readonly cruise: Cruise;
  readonly origin: 'variables' | 'events' | 'default';
}

const defaultStartDate = '2025-03-02';
const defaultLengthDays = 8;

/**
 * Dates that are not configured come from the events, by their cruise days (decisions 44 and 58). Ship time is ranked
 * above the schedule and knows no events, so the schedule says how to find them: the same object as long as they stay.
 */
let findEventSpan: (context: Context) => EventSpan | undefined = () => undefined;

/** Tells how to find the first and the last event; called once, by the schedule. */
export function deriveSailingFrom(find: typeof findEventSpan): void {
  findEventSpan = find;
}

/** First and last event of what is stored at present. */
export const getEventSpan = (context: Context): EventSpan | undefined => findEventSpan(context);

type Dates = Pick<Config, 'startDate' | 'cruiseLengthDays'>;

/** The sailing by configuration, else by the events, else of the default dates (decisions 44 and 58). */
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

/** Counts both days; a sailing has at least one. */
const countDaysUntil = (start: string, last: string): number =>
  Math.max(1, (Date.parse(last) - Date.parse(start)) / dayMilliseconds + 1);

const origins: Readonly<Record<Sailing['origin'], string>> = {
  variables: 'from START_DATE and CRUISE_LENGTH_DAYS',
  events: 'what START_DATE or CRUISE_LENGTH_DAYS does not say is taken from the events',
  default: 'assumed, because neither START_DATE and CRUISE_LENGTH_DAYS nor any event says another',
};

/** A sentence for the operator. */
export function describeSailing({ cruise, origin }: Sailing): string {
  const days = cruise.lengthDays === 1 ? 'one day' : `${cruise.lengthDays} days`;
  return `The sailing begins on ${cruise.startDate} and has ${days} (${origins[origin]}).`;
}
