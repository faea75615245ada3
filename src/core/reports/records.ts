import * as v from 'valibot';
import { reportTypes } from '#area/moderated.ts';
import { token } from '#contract/access.ts';
import { instant, uuid, wholeNumber } from '#contract/fields.ts';
import { hour, type RateLimit } from '#contract/rate-limit.ts';
import { record } from '#contract/record.ts';
import { ReportData, UserHeader } from '#core/users/records.ts';
import { moderationStates } from '#core/users/tables.ts';

/** State of content that can be moderated, as shown in records (core, Enums). */
export const ContentModerationStatus = v.pipe(v.picklist(moderationStates), v.description('Moderation state'));

/** Someone reads each report on an unpaged list, and load shedding never rejects one. */
const reportLimit: RateLimit = { what: 'reports', perFamily: { max: 100, seconds: hour } };

/** What all calls that report something have in common. */
export const reportOptions = {
  method: 'POST',
  access: token,
  body: ReportData,
  limit: reportLimit,
  status: 201,
  isAllowedOnLowDisk: true,
  rejects: ['alreadyReported'],
} as const;

/** Fields of edit records other than the content before the edit, created by `presentEdit`. */
export const editLogEntries = {
  editID: v.pipe(uuid, v.description('Id of this edit')),
  createdAt: v.pipe(instant, v.description('When it was created')),
  author: v.pipe(UserHeader, v.description('Author')),
};

/** A message that a report discloses to moderators (moderation rule R13). */
export const DisclosedPostData = record('DisclosedPostData', {
  postID: v.pipe(wholeNumber, v.description('Number of the message; later ones are higher')),
  author: v.pipe(UserHeader, v.description('Author')),
  text: v.pipe(v.string(), v.description('Text, in several lines')),
  timestamp: v.pipe(instant, v.description('When it was written')),
});
export type DisclosedPostData = v.InferOutput<typeof DisclosedPostData>;

/** A report as moderators see it (moderation, Records: ReportModerationData). */
export const ReportModerationData = record('ReportModerationData', {
  id: v.pipe(uuid, v.description('Id')),
  type: v.pipe(v.picklist(reportTypes), v.description('Type of the reported content')),
  reportedID: v.pipe(v.string(), v.description('Id of the reported content, as text')),
  reportedUser: v.pipe(UserHeader, v.description('Author of the reported content')),
  submitterMessage: v.pipe(v.string(), v.description('Text of the report')),
  author: v.pipe(UserHeader, v.description('Author')),
  /** Omitted for families with a registration code; only their reports count towards automatic hiding. */
  authorHasNoCode: v.pipe(
    v.optional(v.literal(true)),
    v.description(
      'Whether the reporter has no registration code, so that the report doesn’t count towards automatic quarantine',
    ),
  ),
  disclosedPosts: v.pipe(
    v.optional(v.array(DisclosedPostData)),
    v.description(
      'Copies of the reported message and some before it, oldest first; only for messages in chats that moderators can’t read',
    ),
  ),
  handledBy: v.pipe(v.optional(UserHeader), v.description('Moderator who handles it')),
  isClosed: v.pipe(v.boolean(), v.description('Whether it’s closed')),
  creationTime: v.pipe(instant, v.description('When it was created')),
  updateTime: v.pipe(instant, v.description('When it was last changed')),
});
export type ReportModerationData = v.InferOutput<typeof ReportModerationData>;
