import { area } from '#area/area.ts';
import { countRows } from '#area/row-counts.ts';
import { deriveSailingFrom } from '#core/ship-time/index.ts';
import { scheduleApi } from './api.ts';
import { scheduleHandlers } from './handlers.ts';
import { createNextFollowedEventCounter } from './marks/next-followed-event.ts';
import { createEventReminders } from './marks/reminders.ts';
import { prepareSchedule } from './prepare.ts';
import { findEventSpan } from './store.ts';
import { eventFavorites } from './tables.ts';
import { needsPhotographerList, scheduleUserFields } from './user-file.ts';
import { repairSchedule, verifySchedule } from './verify.ts';

deriveSailingFrom(findEventSpan);

export const schedule = area({
  name: 'schedule',
  api: scheduleApi,
  handlers: scheduleHandlers,
  prepare: prepareSchedule,
  counters: createNextFollowedEventCounter,
  reminders: createEventReminders,
  rowCounts: { eventFavorite: countRows(eventFavorites) },
  userFileFields: scheduleUserFields,
  userFileLists: [needsPhotographerList],
  verify: verifySchedule,
  repair: repairSchedule,
});
