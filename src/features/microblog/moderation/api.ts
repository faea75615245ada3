import * as v from 'valibot';
import { integerInPath } from '#contract/fields.ts';
import { PostEditLogData } from '#core/posts/records.ts';
import { moderatedCalls } from '#core/reports/index.ts';
import { ContentModerationStatus } from '#core/reports/records.ts';
import { FeedPostData } from '../records.ts';

/** Microblog posts, as they were written (moderation rules M1 to M5). */
export const microblogModeration = moderatedCalls({
  word: 'microblog',
  params: { postID: integerInPath },
  recordName: 'MicroblogModerationData',
  record: {
    post: FeedPostData,
    isDeleted: v.boolean(),
    moderationStatus: ContentModerationStatus,
    edits: v.array(PostEditLogData),
  },
  summary: 'A microblog post as it was written, with its history and the reports on it',
  stateSummary: 'Set the moderation state of a microblog post',
});
