import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { forgetOldFrames } from './deliver.ts';
import { notificationOpeners, notificationSockets } from './live.ts';

const hourMilliseconds = 60 * 60 * 1000;

export const notifications = area<Context, Record<never, never>, typeof notificationSockets>({
  name: 'notifications',
  api: {},
  handlers: () => ({}),
  sockets: notificationSockets,
  openers: notificationOpeners,
  jobs: (context) => [{ name: 'forget-old-frames', every: hourMilliseconds, run: () => forgetOldFrames(context) }],
});
