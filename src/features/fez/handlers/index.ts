import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { fezApi } from '../api/index.ts';
import { calendarsHandlers } from './calendars.ts';
import { chatsHandlers } from './chats.ts';
import { personalEventsHandlers } from './personal-events.ts';

export const fezHandlers = (context: Context): Handlers<typeof fezApi> => ({
  ...chatsHandlers(context),
  ...personalEventsHandlers(context),
  ...calendarsHandlers(context),
});
