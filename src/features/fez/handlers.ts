import type { Context, Handlers } from '#area/context.ts';
import type { fezApi } from './api.ts';
import { calendarsHandlers } from './calendars/handlers.ts';
import { fezzesHandlers } from './lifecycle/handlers.ts';
import { listsHandlers } from './lists/handlers.ts';
import { membershipHandlers } from './membership/handlers.ts';
import { personalEventsHandlers } from './personal-events/handlers.ts';
import { postsHandlers } from './posts/handlers.ts';
import { marksHandlers } from './reading/handlers.ts';

export const fezHandlers = (context: Context): Handlers<typeof fezApi> => ({
  ...fezzesHandlers(context),
  ...listsHandlers(context),
  ...membershipHandlers(context),
  ...marksHandlers(),
  ...postsHandlers(context),
  ...personalEventsHandlers(context),
  ...calendarsHandlers(context),
});
