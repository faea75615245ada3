import type { Context } from '#area/context.ts';
import type { Reminder, ReminderSource } from '#area/reminders.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { computeReminderTimes, getCruise, type ReminderTimes } from '#core/ship-time/index.ts';
import { getCurrentSchedule, type LiveEvent } from '../events/current-schedule.ts';
import { listSeatHolders } from '../events/list-events.ts';
import { listFollowers } from '../store.ts';

/** Reminds users who follow or photograph an event, or have a seat, shortly before it starts (schedule rule 27, fez rule 75). */
export function createEventReminders(context: Context): ReminderSource {
  return {
    kind: 'event',
    dueBetween(after, until) {
      const { upcomingEventNotificationSetting: setting, upcomingEventNotificationSeconds: leadSeconds } =
        getServerSettings(context);
      if (setting === 'disabled') return [];
      return getCurrentSchedule(context).events.flatMap((event) => {
        const times = computeReminderTimes(getCruise(context), { setting, leadSeconds }, event.startTime, until);
        return times && times.dueAt > after ? [buildReminder(context, event, times)] : [];
      });
    },
  };
}

function buildReminder(context: Context, { row }: LiveEvent, times: ReminderTimes): Reminder {
  return {
    subjectID: row.id,
    ...times,
    madeAt: row.createdAt,
    features: ['schedule'],
    notice: 'followedEventStarting',
    info: row.location === '' ? `${row.title} starts soon` : `${row.title} starts soon: ${row.location}`,
    recipients: () => [...new Set([...listFollowers(context.db, row.id), ...listSeatHolders(context, row.id)])],
  };
}
