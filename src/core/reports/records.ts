import * as v from 'valibot';
import { reportTypes } from '#area/moderated.ts';
import { instant, uuid } from '#contract/fields.ts';
import { hour, type RateLimit } from '#contract/rate-limit.ts';
import { record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';
import { moderationStates } from '#core/users/tables.ts';

/** State of anything that can be moderated, as records carry it (core, Enums). */
export const ContentModerationStatus = v.picklist(moderationStates);

/** Somebody reads each of them, on a list without pages, and no overload ever turns one away. */
export const reportsFiled: RateLimit = { what: 'reports', perFamily: { max: 100, seconds: hour } };

/** What records of edits show beside what was there before, made by `presentEdit`. */
export const editLogEntries = { editID: uuid, createdAt: instant, author: UserHeader };

/** A report as moderators see it (moderation, Records: ReportModerationData). */
export const ReportModerationData = record('ReportModerationData', {
  id: uuid,
  type: v.picklist(reportTypes),
  reportedID: v.string(),
  reportedUser: UserHeader,
  submitterMessage: v.string(),
  author: UserHeader,
  /** Left out for families with a registration code, whose reports alone count towards automatic hiding. */
  authorHasNoCode: v.optional(v.literal(true)),
  handledBy: v.optional(UserHeader),
  isClosed: v.boolean(),
  creationTime: instant,
  updateTime: instant,
});
export type ReportModerationData = v.InferOutput<typeof ReportModerationData>;
