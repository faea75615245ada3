import { calendarsApi } from './calendars/api.ts';
import { fezzesApi } from './lifecycle/api.ts';
import { listsApi } from './lists/api.ts';
import { membershipApi } from './membership/api.ts';
import { noticesApi } from './notices/api.ts';
import { personalEventsApi } from './personal-events/api.ts';
import { postsApi } from './posts/api.ts';
import { marksApi } from './reading/api.ts';

export const fezApi = {
  ...fezzesApi,
  ...listsApi,
  ...membershipApi,
  ...marksApi,
  ...postsApi,
  ...personalEventsApi,
  ...calendarsApi,
  ...noticesApi,
};
