import { clientServicesApi } from '#features/client-services/api.ts';
import type { Visit } from '../visit.ts';

/** One day of the sailing. */
export interface CruiseDay {
  /** From 1 on. */
  readonly number: number;
  /** Noon, so that no change of the clock moves it to another date. */
  readonly noon: Date;
}

const hour = 3_600_000;
const day = 24 * hour;
/** A cruise day begins when the last have gone to bed (decision 24). */
const firstHour = 3;

/** The days of the sailing, and which of them it is now; before it and after it none. */
export async function readCruiseDays(
  visit: Pick<Visit, 'ask' | 'clock'>,
): Promise<{ days: CruiseDay[]; today: CruiseDay | undefined }> {
  const { cruiseStartDate, cruiseLengthInDays } = await visit.ask(clientServicesApi.settings);
  const days = Array.from({ length: cruiseLengthInDays }, (_, index) => ({
    number: index + 1,
    noon: new Date(cruiseStartDate.getTime() + index * day + 12 * hour),
  }));
  const { clock } = visit;
  const shifted = new Date(clock.now.getTime() - firstHour * hour);
  return { days, today: days.find(({ noon }) => clock.isSameDay(noon, shifted)) };
}
