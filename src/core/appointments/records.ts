export { AppointmentData, areOverlapping, UpcomingAppointmentData } from '#area/appointments.ts';
