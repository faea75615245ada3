import { minimum, open } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { TimeZoneChangeData } from './records.ts';

export const shipTimeApi = {
  timeZoneChanges: endpoint({
    method: 'GET',
    path: '/admin/timezonechanges',
    access: open,
    response: TimeZoneChangeData,
    summary: "List the ship's clock changes and the current time zone",
  }),
  reloadTimeZones: endpoint({
    method: 'POST',
    path: '/admin/timezonechanges/reloadtzdata',
    access: minimum('admin'),
    rejects: ['malformed', 'unreadableFile'],
    summary: 'Reload the clock changes from their seed file',
  }),
};
