import { profileModeration } from '#core/profiles/api.ts';
import { fezModeration, fezPostModeration, personalEventModeration } from '#features/fez/moderation/api.ts';
import { forumModeration, forumPostModeration } from '#features/forums/moderation/api.ts';
import { microblogModeration } from '#features/microblog/moderation/api.ts';
import { photoModeration } from '#features/photostream/api.ts';
import { itemModeration } from '#features/quartermaster/api.ts';
import { moderationApi as ownApi } from '#staff/moderation/api.ts';

/** All calls of moderators: those of the staff, and those generated for each kind of moderated content. */
export const moderationApi = {
  ...ownApi,
  profile: profileModeration.readEndpoint,
  setProfileState: profileModeration.stateEndpoint,
  fez: fezModeration.readEndpoint,
  setFezState: fezModeration.stateEndpoint,
  fezPost: fezPostModeration.readEndpoint,
  setFezPostState: fezPostModeration.stateEndpoint,
  personalEvent: personalEventModeration.readEndpoint,
  microblogPost: microblogModeration.readEndpoint,
  setMicroblogPostState: microblogModeration.stateEndpoint,
  forum: forumModeration.readEndpoint,
  setForumState: forumModeration.stateEndpoint,
  photo: photoModeration.readEndpoint,
  setPhotoState: photoModeration.stateEndpoint,
  item: itemModeration.readEndpoint,
  setItemState: itemModeration.stateEndpoint,
  forumPost: forumPostModeration.readEndpoint,
  setForumPostState: forumPostModeration.stateEndpoint,
};
