import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { whenLevelChanges } from '#core/users/index.ts';
import { fezApi } from './api/index.ts';
import { fezCounters } from './counters.ts';
import { fezHandlers } from './handlers/index.ts';
import { fezHydrators } from './kept-frames.ts';
import { fezOpeners, fezSockets } from './live.ts';
import { fezReminders } from './reminders.ts';
import { markNewInboxesRead } from './shared-inboxes.ts';
import { repairFezzes, verifyFezzes } from './verify.ts';

whenLevelChanges(markNewInboxesRead);

export const fez = area<Context, typeof fezApi, typeof fezSockets>({
  name: 'fez',
  api: fezApi,
  handlers: fezHandlers,
  sockets: fezSockets,
  openers: fezOpeners,
  counters: fezCounters,
  reminders: fezReminders,
  frames: fezHydrators,
  verify: verifyFezzes,
  repair: repairFezzes,
});
