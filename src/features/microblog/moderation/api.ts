import * as v from 'valibot';
import { integerInPath } from '#contract/fields.ts';
import { PostEditLogData } from '#core/posts/records.ts';
import { declareModeratedCalls } from '#core/reports/index.ts';
import { ContentModerationStatus } from '#core/reports/records.ts';
import { FeedPostData } from '../records.ts';

/** Microblog posts with their original text (moderation rules M1 to M5). */
export const microblogModeration = declareModeratedCalls({
  word: 'microblog',
  params: { postID: integerInPath },
  recordName: 'MicroblogModerationData',
  record: {
    post: v.pipe(FeedPostData, v.description('The post, unfiltered')),
    isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
    moderationStatus: ContentModerationStatus,
    edits: v.pipe(v.array(PostEditLogData), v.description('Previous versions, oldest first')),
  },
  summary: 'Get a feed post with its edit history and reports',
  stateSummary: 'Set the moderation state of a feed post',
});
