import type { Handlers } from '#area/context.ts';
import { respondToChange } from '#contract/response.ts';
import { unwatchForum, watchForum } from '../watching/watch.ts';
import type { marksApi } from './api.ts';
import { clearReaderFlag, markRead, setReaderFlag } from './marks.ts';

export const marksHandlers = (): Handlers<typeof marksApi> => ({
  markRead: ({ caller, params, write }) =>
    write((context) => respondToChange(markRead(context, caller, params.forumID))),
  addFavorite: ({ caller, params, write }) =>
    write((context) => respondToChange(setReaderFlag(context, caller, params.forumID, 'isFavorite'))),
  removeFavorite: ({ caller, params, write }) =>
    write((context) => respondToChange(clearReaderFlag(context, caller, params.forumID, 'isFavorite'))),
  mute: ({ caller, params, write }) =>
    write((context) => respondToChange(setReaderFlag(context, caller, params.forumID, 'isMuted'))),
  unmute: ({ caller, params, write }) =>
    write((context) => respondToChange(clearReaderFlag(context, caller, params.forumID, 'isMuted'))),
  watch: ({ caller, params, write }) =>
    write((context) => respondToChange(watchForum(context, caller, params.forumID))),
  unwatch: ({ caller, params, write }) =>
    write((context) => respondToChange(unwatchForum(context, caller, params.forumID))),
});
