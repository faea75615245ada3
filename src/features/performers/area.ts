import { area } from '#area/area.ts';
import { performersApi } from './api.ts';
import { createPerformancesSource } from './appointments.ts';
import { createPhotoJob } from './bulk/fetch-photos.ts';
import { eventPerformerDetails } from './directory.ts';
import { performersHandlers } from './handlers.ts';
import { checkLinks } from './links/plan-links.ts';
import { listPerformerPictures } from './pictures.ts';
import { createPerformancesPlan } from './planned-events.ts';
import { ownPerformerField, performersList } from './user-file.ts';
import { repairPerformers, verifyPerformers } from './verify.ts';

export const performers = area({
  name: 'performers',
  api: performersApi,
  handlers: performersHandlers,
  appointments: createPerformancesSource,
  plannedEvents: createPerformancesPlan,
  pictures: listPerformerPictures,
  jobs: (context) => [createPhotoJob(context)],
  eventDetails: eventPerformerDetails,
  performerCheck: checkLinks,
  userFileFields: ownPerformerField,
  userFileLists: [performersList],
  verify: verifyPerformers,
  repair: repairPerformers,
});
