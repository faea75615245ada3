import { area } from '#area/area.ts';
import { fezApi } from './api.ts';
import { createFezAppointmentsSource } from './appointments/list-appointments.ts';
import { fezReminders } from './appointments/reminders.ts';
import { fezHandlers } from './handlers.ts';
import { fezHydrators, fezTopics } from './live/event-log.ts';
import { fezOpeners, fezSockets } from './live/socket.ts';
import { moderatedFez, moderatedFezPost, moderatedPersonalEvent } from './moderation/moderation.ts';
import { sendNotice } from './notices/send-notice.ts';
import { listFezPictures } from './posts/pictures.ts';
import { fezCounters } from './reading/counters.ts';
import { markNewInboxesRead } from './reading/save-reading.ts';
import { fezRowCounts } from './row-counts.ts';
import { repairFezzes, verifyFezzes } from './verify.ts';

export const fez = area({
  name: 'fez',
  api: fezApi,
  handlers: fezHandlers,
  sockets: fezSockets,
  openers: fezOpeners,
  counters: fezCounters,
  appointments: createFezAppointmentsSource,
  reminders: fezReminders,
  topics: fezTopics,
  hydrators: fezHydrators,
  moderated: [moderatedFez, moderatedFezPost, moderatedPersonalEvent],
  pictures: listFezPictures,
  rowCounts: fezRowCounts,
  onLevelChange: markNewInboxesRead,
  onAuthorNotice: sendNotice,
  verify: verifyFezzes,
  repair: repairFezzes,
});
