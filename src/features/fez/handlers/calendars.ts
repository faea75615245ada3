import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { calendarsApi } from '../api/calendars.ts';
import { buildDayPlanner, buildPersonalEventCalendar } from '../offer-calendars.ts';

export const calendarsHandlers = (context: Context): Handlers<typeof calendarsApi> => ({
  personalEventCalendar: ({ caller, params }) => buildPersonalEventCalendar(context, caller, params.fezID),
  dayPlanner: ({ caller, params }) => buildDayPlanner(context, caller, params.username),
});
