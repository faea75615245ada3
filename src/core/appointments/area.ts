import { area } from '#area/area.ts';
import { appointmentsApi } from './api.ts';
import { listAppointments } from './list-appointments.ts';

export const appointments = area({
  name: 'appointments',
  api: appointmentsApi,
  handlers: (context) => ({ list: ({ caller }) => listAppointments(context, caller) }),
});
