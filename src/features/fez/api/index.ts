import { calendarsApi } from './calendars.ts';
import { fezzesApi } from './fezzes.ts';
import { listsApi } from './lists.ts';
import { marksApi } from './marks.ts';
import { membershipApi } from './membership.ts';
import { personalEventsApi } from './personal-events.ts';
import { postsApi } from './posts.ts';

export const fezApi = {
  ...fezzesApi,
  ...listsApi,
  ...membershipApi,
  ...marksApi,
  ...postsApi,
  ...personalEventsApi,
  ...calendarsApi,
};
