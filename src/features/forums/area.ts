import { area } from '#area/area.ts';
import { createPostPictures } from '#core/posts/index.ts';
import { forumsApi } from './api.ts';
import { eventThreadDetails } from './events/event-details.ts';
import { applyScheduleChanges, prepareForums } from './events/event-forums.ts';
import { forumsHandlers } from './handlers.ts';
import { moderatedForum, moderatedForumPost } from './moderation/moderation.ts';
import { forumHydrators } from './posts/text-effects.ts';
import { forumsRowCounts } from './row-counts.ts';
import { forumPostEdits, forumPosts } from './tables.ts';
import { repairForums, verifyForums } from './verify.ts';
import { watchingCounters } from './watching/counters.ts';
import { watchingHydrators, watchingTopics } from './watching/notify-watchers.ts';

export const forums = area({
  name: 'forums',
  api: forumsApi,
  handlers: forumsHandlers,
  moderated: [moderatedForum, moderatedForumPost],
  rowCounts: forumsRowCounts,
  prepare: prepareForums,
  onScheduleChange: applyScheduleChanges,
  eventDetails: eventThreadDetails,
  counters: watchingCounters,
  topics: watchingTopics,
  hydrators: (context) => [...forumHydrators(context), ...watchingHydrators(context)],
  pictures: createPostPictures(forumPosts, forumPostEdits),
  verify: verifyForums,
  repair: repairForums,
});
