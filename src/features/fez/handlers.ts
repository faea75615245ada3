import type { Context, Handlers } from '#area/context.ts';
import type { fezApi } from './api.ts';
import { buildDayPlanner, buildPersonalEventCalendar } from './calendars/build-calendars.ts';
import { fezzesHandlers } from './lifecycle/handlers.ts';
import { listJoinedFezzes, listLeftFezzes, listOpenGroups, listOwnedFezzes } from './lists/list-fezzes.ts';
import { membershipHandlers } from './membership/handlers.ts';
import { readConversation } from './notices/send-notice.ts';
import { personalEventsHandlers } from './personal-events/handlers.ts';
import { postsHandlers } from './posts/handlers.ts';
import { marksHandlers } from './reading/handlers.ts';

export const fezHandlers = (context: Context): Handlers<typeof fezApi> => ({
  ...fezzesHandlers(context),
  ...membershipHandlers(),
  ...marksHandlers(),
  ...postsHandlers(context),
  ...personalEventsHandlers(context),
  open: ({ caller, query }) => listOpenGroups(context, caller, query),
  joined: ({ caller, query }) => listJoinedFezzes(context, caller, query),
  owned: ({ caller, query }) => listOwnedFezzes(context, caller, query),
  former: ({ caller, query }) => listLeftFezzes(context, caller, query),
  conversation: ({ caller, params }) => readConversation(context, caller, params.userID),
  personalEventCalendar: ({ caller, params }) => buildPersonalEventCalendar(context, caller, params.fezID),
  dayPlanner: ({ caller, params }) => buildDayPlanner(context, caller, params.username),
});
