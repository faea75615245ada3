import { area } from '#area/area.ts';
import { appointmentsApi } from './api.ts';
import { listAppointments } from './list-appointments.ts';
import { createUpcomingCounter } from './upcoming.ts';

export const appointments = area({
  name: 'appointments',
  api: appointmentsApi,
  counters: createUpcomingCounter,
  handlers: (context) => ({ list: ({ caller }) => listAppointments(context, caller) }),
});
