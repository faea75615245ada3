import * as v from 'valibot';
import { instant, integerInPath, uuid } from '#contract/fields.ts';
import { PostEditLogData } from '#core/posts/records.ts';
import { moderatedCalls } from '#core/reports/index.ts';
import { ContentModerationStatus } from '#core/reports/records.ts';
import { UserHeader } from '#core/users/records.ts';
import { PostDetailData } from '../records.ts';
import { ForumEditLogData } from './records.ts';

/** Forums with the title they really have (moderation rule M5). */
export const forumModeration = moderatedCalls({
  word: 'forum',
  params: { forumID: uuid },
  recordName: 'ForumModerationData',
  record: {
    forumID: uuid,
    categoryID: uuid,
    creator: UserHeader,
    title: v.string(),
    createdAt: instant,
    moderationStatus: ContentModerationStatus,
    isDeleted: v.boolean(),
    edits: v.array(ForumEditLogData),
  },
  summary: 'A forum with its history and the reports on it',
  stateSummary: 'Set the moderation state of a forum',
});

/** Posts of forums, as they were written. */
export const forumPostModeration = moderatedCalls({
  word: 'forumPost',
  aliases: ['forumPost'],
  params: { postID: integerInPath },
  recordName: 'ForumPostModerationData',
  record: {
    forumPost: PostDetailData,
    isDeleted: v.boolean(),
    moderationStatus: ContentModerationStatus,
    edits: v.array(PostEditLogData),
  },
  summary: 'A post of a forum as it was written, with its history and the reports on it',
  stateSummary: 'Set the moderation state of a post of a forum',
});
