export { countUnreadFezzes, type UnreadCounts, type UnreadFezzes } from './counts.ts';
export {
  getModeratedFez,
  getModeratedFezPost,
  getModeratedPersonalEvent,
  reportableFez,
  reportableFezPost,
} from './moderation.ts';
export { type Appointment, findNextAppointment } from './next-appointment.ts';
export { sendSeamail } from './send-seamail.ts';
