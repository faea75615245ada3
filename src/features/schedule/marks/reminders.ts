import type { Context } from '#area/context.ts';
import type { Reminder, ReminderSource } from '#area/reminders.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { computeMomentOfReference, getCruise } from '#core/ship-time/index.ts';
import { getCurrentSchedule, type LiveEvent } from '../events/current-schedule.ts';
import { listFollowers } from '../store.ts';

/** Reminds those who follow or photograph an event shortly before it starts (schedule rule 27, fez rule 75). */
export function createEventReminders(context: Context): ReminderSource {
  return {
    kind: 'event',
    dueBetween(after, until) {
      const { upcomingEventNotificationSetting: setting, upcomingEventNotificationSeconds: lead } =
        getServerSettings(context);
      if (setting === 'disabled') return [];
      return getCurrentSchedule(context).events.flatMap((event) => {
        const reference = new Date(event.startTime.getTime() - lead * 1000);
        const dueAt = computeMomentOfReference(getCruise(context), setting, reference, until);
        return dueAt && dueAt > after ? [buildReminder(context, event, dueAt)] : [];
      });
    },
  };
}

function buildReminder(context: Context, { row }: LiveEvent, dueAt: Date): Reminder {
  return {
    subjectID: row.id,
    dueAt,
    notice: 'followedEventStarting',
    info: row.location === '' ? `${row.title} starts soon` : `${row.title} starts soon: ${row.location}`,
    recipients: () => listFollowers(context.db, row.id),
  };
}
