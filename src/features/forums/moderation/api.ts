import * as v from 'valibot';
import { instant, integerInPath, uuid } from '#contract/fields.ts';
import { PostEditLogData } from '#core/posts/records.ts';
import { declareModeratedCalls } from '#core/reports/index.ts';
import { ContentModerationStatus } from '#core/reports/records.ts';
import { UserHeader } from '#core/users/records.ts';
import { PostDetailData } from '../records.ts';
import { ForumEditLogData } from './records.ts';

/** Forums with their original titles (moderation rule M5). */
export const forumModeration = declareModeratedCalls({
  word: 'forum',
  params: { forumID: uuid },
  recordName: 'ForumModerationData',
  record: {
    forumID: v.pipe(uuid, v.description('Id of the forum')),
    categoryID: v.pipe(uuid, v.description('Category that the forum is in')),
    creator: v.pipe(UserHeader, v.description('User who started it')),
    title: v.pipe(v.string(), v.description('Title, in one line')),
    createdAt: v.pipe(instant, v.description('When it was created')),
    moderationStatus: ContentModerationStatus,
    isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
    edits: v.pipe(v.array(ForumEditLogData), v.description('Previous versions, oldest first')),
  },
  summary: 'Get a thread with its edit history and reports',
  stateSummary: 'Set the moderation state of a thread',
});

/** Posts of forums with their original text. */
export const forumPostModeration = declareModeratedCalls({
  word: 'forumPost',
  aliases: ['forumPost'],
  params: { postID: integerInPath },
  recordName: 'ForumPostModerationData',
  record: {
    forumPost: v.pipe(PostDetailData, v.description('The post, unfiltered')),
    isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
    moderationStatus: ContentModerationStatus,
    edits: v.pipe(v.array(PostEditLogData), v.description('Previous versions, oldest first')),
  },
  summary: 'Get a forum post with its edit history and reports',
  stateSummary: 'Set the moderation state of a forum post',
});
