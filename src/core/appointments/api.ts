import * as v from 'valibot';
import { AppointmentData } from '#area/appointments.ts';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';

export const appointmentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/appointments',
    access: token,
    preregistration: true,
    response: v.array(AppointmentData),
    summary: 'List your plan by start time: followed events, groups, personal events and duties',
  }),
};
