import { minimum, open } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { TimeZoneChangeData } from './records.ts';

export const shipTimeApi = {
  timeZoneChanges: endpoint({
    method: 'GET',
    path: '/admin/timezonechanges',
    access: open,
    response: TimeZoneChangeData,
    summary: "The ship's clock changes, and the zone in force now",
  }),
  reloadTimeZones: endpoint({
    method: 'POST',
    path: '/admin/timezonechanges/reloadtzdata',
    access: minimum('admin'),
    summary: 'Read the clock changes again from their seed file',
  }),
};
