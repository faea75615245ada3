import type { Context, Handlers } from '#area/context.ts';
import type { microblogApi } from './api.ts';
import { feedHandlers } from './feed/handlers.ts';
import { postsHandlers } from './posts/handlers.ts';

export const microblogHandlers = (context: Context): Handlers<typeof microblogApi> => ({
  ...feedHandlers(context),
  ...postsHandlers(context),
});
