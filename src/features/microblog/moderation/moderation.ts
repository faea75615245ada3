import { feedPostKind } from '../posts/post-kind.ts';
import { presentPostForModerators } from '../present.ts';
import { postEdits } from '../store.ts';
import { microblogModeration } from './api.ts';

/** Microblog posts with their original text (moderation rules M1 to M5). */
export const moderatedMicroblogPost = feedPostKind.moderated(microblogModeration, (context, post, status) => ({
  post: presentPostForModerators(context, post),
  ...status,
  edits: postEdits.present(context, post.id),
}));
