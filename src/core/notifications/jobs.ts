import type { Context } from '#context';
import type { Job } from '#contract/area.ts';
import { deleteOldEvents } from './deliver.ts';
import { sendReminders } from './remind.ts';

const minute = 60_000;
const hour = 60 * minute;

export const notificationJobs = (context: Context): readonly Job[] => [
  { name: 'forget-old-frames', every: hour, run: (stopping) => deleteOldEvents(context, stopping) },
  { name: 'send-reminders', every: minute, run: (stopping) => sendReminders(context, stopping) },
];
