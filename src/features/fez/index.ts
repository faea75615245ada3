export { findNextAppointment } from './appointments/list-appointments.ts';
export { sendSeamail } from './lifecycle/create-fez.ts';
export { countUnreadFezzes } from './reading/unread.ts';
