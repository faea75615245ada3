export { type Appointment, findNextAppointment } from './appointments/next-appointment.ts';
export { sendSeamail } from './lifecycle/send-seamail.ts';
export { countUnreadFezzes, type UnreadCounts, type UnreadFezzes } from './reading/counts.ts';
