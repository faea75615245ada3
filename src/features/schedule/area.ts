import { area } from '#area/area.ts';
import { cacheValue } from '#area/caches.ts';
import { countRows } from '#area/row-counts.ts';
import { deriveSailingFrom } from '#core/ship-time/index.ts';
import { scheduleApi } from './api.ts';
import { eventChangeHydrators } from './changes/notice.ts';
import { createScheduleCounters } from './counters.ts';
import { deskApi } from './desk/api.ts';
import { deskHandlers } from './desk/handlers.ts';
import { scheduleHandlers } from './handlers.ts';
import { createMarkedEventsSource } from './marks/appointments.ts';
import { createMarkedEventsPlan } from './marks/planned-events.ts';
import { createEventReminders } from './marks/reminders.ts';
import { prepareSchedule } from './prepare.ts';
import { findEventSpan } from './store.ts';
import { eventFavorites, events } from './tables.ts';
import { updateJob, updateSchedule } from './update/update-schedule.ts';
import { needsPhotographerList, scheduleUserFields } from './user-file.ts';
import { repairSchedule, verifySchedule } from './verify.ts';

deriveSailingFrom(cacheValue([events], ({ db }) => findEventSpan(db)));

export const schedule = area({
  name: 'schedule',
  api: { ...scheduleApi, ...deskApi },
  handlers: (context) => ({ ...scheduleHandlers(context), ...deskHandlers(context) }),
  jobs: (context) => [{ name: updateJob, run: (stopping) => updateSchedule(context, stopping) }],
  prepare: prepareSchedule,
  counters: createScheduleCounters,
  plannedEvents: createMarkedEventsPlan,
  hydrators: eventChangeHydrators,
  appointments: createMarkedEventsSource,
  reminders: createEventReminders,
  rowCounts: { eventFavorite: countRows(eventFavorites) },
  userFileFields: scheduleUserFields,
  userFileLists: [needsPhotographerList],
  verify: verifySchedule,
  repair: repairSchedule,
});
