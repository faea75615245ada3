import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { fezApi } from '../api/index.ts';
import { calendarsHandlers } from './calendars.ts';
import { fezzesHandlers } from './fezzes.ts';
import { listsHandlers } from './lists.ts';
import { marksHandlers } from './marks.ts';
import { membershipHandlers } from './membership.ts';
import { personalEventsHandlers } from './personal-events.ts';
import { postsHandlers } from './posts.ts';

export const fezHandlers = (context: Context): Handlers<typeof fezApi> => ({
  ...fezzesHandlers(context),
  ...listsHandlers(context),
  ...membershipHandlers(context),
  ...marksHandlers(context),
  ...postsHandlers(context),
  ...personalEventsHandlers(context),
  ...calendarsHandlers(context),
});
