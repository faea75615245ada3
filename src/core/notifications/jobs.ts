import type { Context } from '#area/context.ts';
import type { Job } from '#platform/job-runner.ts';
import { deleteOldEvents } from './deliver.ts';
import { sendReminders } from './remind.ts';

const minute = 60_000;
const hour = 60 * minute;

export const notificationJobs = (context: Context): readonly Job[] => [
  { name: 'delete-old-events', every: hour, run: (stopping) => deleteOldEvents(context, stopping) },
  { name: 'send-reminders', every: minute, run: (stopping) => sendReminders(context, stopping) },
];
