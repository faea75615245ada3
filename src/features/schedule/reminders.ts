import type { Context } from '#context';
import type { Reminder, ReminderSource } from '#contract/reminders.ts';
import { serverSettings } from '#core/settings/index.ts';
import { cruise, momentOfReference } from '#core/ship-time/index.ts';
import { currentSchedule, type LiveEvent } from './current-schedule.ts';
import { findFollowers } from './store.ts';

/** Tells those who follow or photograph an event shortly before it starts (schedule rule 27, fez rule 75). */
export function eventReminders(context: Context): ReminderSource {
  return {
    kind: 'event',
    dueBetween(after, until) {
      const { upcomingEventNotificationSetting: setting, upcomingEventNotificationSeconds: lead } =
        serverSettings(context);
      if (setting === 'disabled') return [];
      return currentSchedule(context).events.flatMap((event) => {
        const reference = new Date(event.startTime.getTime() - lead * 1000);
        const dueAt = momentOfReference(cruise(context), setting, reference, until);
        return dueAt && dueAt > after ? [reminderOf(context, event, dueAt)] : [];
      });
    },
  };
}

function reminderOf(context: Context, { row }: LiveEvent, dueAt: Date): Reminder {
  return {
    subjectID: row.id,
    dueAt,
    notice: 'followedEventStarting',
    info: row.location === '' ? `${row.title} starts soon` : `${row.title} starts soon: ${row.location}`,
    recipients: () => findFollowers(context.db, row.id),
  };
}
