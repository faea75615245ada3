export { findNextAppointment } from './appointments/next-appointment.ts';
export { sendSeamail } from './lifecycle/create-fez.ts';
export {
  getModeratedFez,
  getModeratedFezPost,
  getModeratedPersonalEvent,
  reportableFez,
  reportableFezPost,
} from './moderation/moderation.ts';
export { countUnreadFezzes } from './reading/unread.ts';
