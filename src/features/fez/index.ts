export { findNextAppointment } from './appointments/next-appointment.ts';
export { sendSeamail } from './lifecycle/create-fez.ts';
export { countUnreadFezzes } from './reading/unread.ts';
