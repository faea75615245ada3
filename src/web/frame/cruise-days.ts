import { clientServicesApi } from '#features/client-services/api.ts';
import type { ClientSettingsData } from '#features/client-services/records.ts';
import type { Visit } from '../visit.ts';

/** One day of the sailing. */
export interface CruiseDay {
  /** From 1 on. */
  readonly number: number;
  /** Noon, so that no clock change moves it to another date. */
  readonly noon: Date;
}

const hour = 3_600_000;
const day = 24 * hour;
/** When a cruise day begins (decision 24): late enough that the night belongs to the day before. */
const dayStartHour = 3;

/** The days of the sailing and the current one; none before or after the sailing. */
export async function readCruiseDays(
  visit: Pick<Visit, 'ask' | 'clock'>,
): Promise<{ days: readonly CruiseDay[]; today: CruiseDay | undefined }> {
  const { clock } = visit;
  const { days, byDate } = getSailing(await visit.ask(clientServicesApi.settings), clock);
  const shifted = new Date(clock.now.getTime() - dayStartHour * hour);
  return { days, today: byDate.get(clock.date(shifted)) };
}

/** Returns the cruise day of a moment, such as `Tuesday 9 March`. The night belongs to the day before. */
export const formatCruiseDay = (moment: Date, clock: Pick<Visit['clock'], 'day'>): string =>
  clock.day(new Date(moment.getTime() - dayStartHour * hour));

type Settings = Pick<ClientSettingsData, 'cruiseStartDate' | 'cruiseLengthInDays'>;

/** The days, and the same days by date. */
function getSailing(settings: Settings, clock: Visit['clock']) {
  const days: CruiseDay[] = Array.from({ length: settings.cruiseLengthInDays }, (_, index) => ({
    number: index + 1,
    noon: new Date(settings.cruiseStartDate.getTime() + index * day + 12 * hour),
  }));
  // If two days have the same date, the first one counts.
  return { days, byDate: new Map(days.toReversed().map((one) => [clock.date(one.noon), one])) };
}
