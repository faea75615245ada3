export { listAppointments } from './list-appointments.ts';
