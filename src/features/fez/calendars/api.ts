import { accountBasic, either, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { usernameInPath } from '#core/users/records.ts';

/** Calendar programs support names and passwords; clients have tokens (schedule rule 111). */
const access = either(accountBasic, token);

export const calendarsApi = {
  personalEventCalendar: endpoint({
    method: 'GET',
    path: '/events/personal/{fezID}/calendarevent.ics',
    outsideApi: true,
    access,
    feature: 'personalevents',
    params: { fezID: uuid },
    response: { content: 'text/calendar' },
    summary: 'Get a private or personal event as a calendar file',
  }),
  dayPlanner: endpoint({
    method: 'GET',
    path: '/dayplanner/{username}/dayplanner.ics',
    outsideApi: true,
    access,
    feature: 'schedule',
    params: { username: usernameInPath },
    response: { content: 'text/calendar' },
    summary: 'Get your whole plan as a calendar subscription',
  }),
};
