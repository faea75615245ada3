import type { ModeratedKind } from '#area/moderated.ts';
import { moderatedProfile } from '#core/profiles/moderation.ts';
import { moderatedFez, moderatedFezPost, moderatedPersonalEvent } from '#features/fez/moderation/moderation.ts';
import { moderatedForum, moderatedForumPost } from '#features/forums/moderation/moderation.ts';
import { moderatedMicroblogPost } from '#features/microblog/moderation/moderation.ts';
import { moderatedPhoto } from '#features/photostream/moderation.ts';
import { moderatedItem } from '#features/quartermaster/moderation.ts';
import { moderationApi as ownApi } from '#staff/moderation/api.ts';

function stateEndpoint({ word, settable }: Pick<ModeratedKind, 'word'> & { settable?: ModeratedKind['settable'] }) {
  if (!settable) throw new Error(`the state of ${word} is not set by a call of its own`);
  return settable.endpoint;
}

/** All calls of moderators: those of the staff, and those that follow from the kinds of moderated content. */
export const moderationApi = {
  ...ownApi,
  profile: moderatedProfile.readEndpoint,
  setProfileState: stateEndpoint(moderatedProfile),
  fez: moderatedFez.readEndpoint,
  setFezState: stateEndpoint(moderatedFez),
  fezPost: moderatedFezPost.readEndpoint,
  setFezPostState: stateEndpoint(moderatedFezPost),
  personalEvent: moderatedPersonalEvent.readEndpoint,
  microblogPost: moderatedMicroblogPost.readEndpoint,
  setMicroblogPostState: stateEndpoint(moderatedMicroblogPost),
  forum: moderatedForum.readEndpoint,
  setForumState: stateEndpoint(moderatedForum),
  photo: moderatedPhoto.readEndpoint,
  setPhotoState: stateEndpoint(moderatedPhoto),
  item: moderatedItem.readEndpoint,
  setItemState: stateEndpoint(moderatedItem),
  forumPost: moderatedForumPost.readEndpoint,
  setForumPostState: stateEndpoint(moderatedForumPost),
};
