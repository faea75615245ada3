export { type FezCounts, type FezNews, fezCounts } from './counts.ts';
export {
  moderatedFez,
  moderatedFezPost,
  moderatedPersonalEvent,
  reportableFez,
  reportableFezPost,
} from './moderation.ts';
export { type Appointment, nextAppointment } from './next-appointment.ts';
export { sendSeamail } from './send-seamail.ts';
