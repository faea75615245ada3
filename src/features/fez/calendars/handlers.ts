import type { Context, Handlers } from '#area/context.ts';
import type { calendarsApi } from './api.ts';
import { buildDayPlanner, buildPersonalEventCalendar } from './build-calendars.ts';

export const calendarsHandlers = (context: Context): Handlers<typeof calendarsApi> => ({
  personalEventCalendar: ({ caller, params }) => buildPersonalEventCalendar(context, caller, params.fezID),
  dayPlanner: ({ caller, params }) => buildDayPlanner(context, caller, params.username),
});
