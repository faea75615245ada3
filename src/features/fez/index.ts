export { type Appointment, type FezCounts, type FezNews, fezCounts, nextAppointment } from './counts.ts';
