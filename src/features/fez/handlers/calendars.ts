import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { calendarsApi } from '../api/calendars.ts';
import { calendarOfPersonalEvent, dayPlanner } from '../offer-calendars.ts';

export const calendarsHandlers = (context: Context): Handlers<typeof calendarsApi> => ({
  personalEventCalendar: ({ caller, params }) => calendarOfPersonalEvent(context, caller, params.fezID),
  dayPlanner: ({ caller, params }) => dayPlanner(context, caller, params.username),
});
