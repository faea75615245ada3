export { AppointmentData } from '#area/appointments.ts';
