import type { WriteContext } from '#area/context.ts';
import { setTextsPublic } from '#core/public-text/index.ts';
import { isUnderReview } from '#core/users/index.ts';
import { savePost } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';

/** Puts a post into a state, as moderators or many reports do. Hashtags of what nobody is shown are not offered. */
export function setPostState(
  context: WriteContext,
  postID: number,
  moderationState: MicroblogPostRow['moderationState'],
): void {
  savePost(context, postID, { moderationState });
  setTextsPublic(context, 'microblog', [postID], !isUnderReview(moderationState));
}
