import { area } from '#area/area.ts';
import { countRows } from '#area/row-counts.ts';
import { deriveSailingFrom } from '#core/ship-time/index.ts';
import { scheduleApi } from './api.ts';
import { scheduleHandlers } from './handlers.ts';
import { createNextFollowedEventCounter } from './marks/next-followed-event.ts';
import { createEventReminders } from './marks/reminders.ts';
import { performersApi } from './performers/api.ts';
import { showOrHideOwnPerformer } from './performers/follow-levels.ts';
import { performersHandlers } from './performers/handlers.ts';
import { prepareSchedule } from './prepare.ts';
import { findEventSpan } from './store.ts';
import { eventFavorites } from './tables.ts';
import { repairSchedule, verifySchedule } from './verify.ts';

deriveSailingFrom(findEventSpan);

export const schedule = area({
  name: 'schedule',
  api: { ...scheduleApi, ...performersApi },
  handlers: (context) => ({ ...scheduleHandlers(context), ...performersHandlers(context) }),
  prepare: prepareSchedule,
  counters: createNextFollowedEventCounter,
  reminders: createEventReminders,
  onLevelChange: showOrHideOwnPerformer,
  rowCounts: { eventFavorite: countRows(eventFavorites) },
  verify: verifySchedule,
  repair: repairSchedule,
});
