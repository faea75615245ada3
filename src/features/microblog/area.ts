import { area } from '#area/area.ts';
import { createPostPictures } from '#core/posts/index.ts';
import { microblogApi } from './api.ts';
import { microblogHydrators } from './event-log.ts';
import { microblogHandlers } from './handlers.ts';
import { moderatedMicroblogPost } from './moderation/moderation.ts';
import { microblogEdits, microblogPosts } from './tables.ts';
import { repairMicroblog, verifyMicroblog } from './verify.ts';

export const microblog = area({
  name: 'microblog',
  api: microblogApi,
  handlers: microblogHandlers,
  hydrators: microblogHydrators,
  moderated: [moderatedMicroblogPost],
  pictures: createPostPictures(microblogPosts, microblogEdits),
  verify: verifyMicroblog,
  repair: repairMicroblog,
});
