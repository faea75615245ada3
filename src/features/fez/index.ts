export { type Appointment, type FezCounts, type FezNews, fezCounts, nextAppointment } from './counts.ts';
export {
  moderatedFez,
  moderatedFezPost,
  moderatedPersonalEvent,
  reportableFez,
  reportableFezPost,
} from './moderation.ts';
export { sendSeamail } from './send-seamail.ts';
