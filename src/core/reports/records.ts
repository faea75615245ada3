import * as v from 'valibot';
import { instant, uuid } from '#contract/fields.ts';
import { UserHeader } from '#core/users/records.ts';
import { moderationStates } from '#core/users/tables.ts';
import { reportTypes } from './tables.ts';

/** State of anything that can be moderated, as records carry it (core, Enums). */
export const ContentModerationStatus = v.picklist(moderationStates);

/** A report as moderators see it (moderation, Records: ReportModerationData). */
export const ReportModerationData = v.strictObject({
  id: uuid,
  type: v.picklist(reportTypes),
  reportedID: v.string(),
  reportedUser: UserHeader,
  submitterMessage: v.string(),
  author: UserHeader,
  handledBy: v.optional(UserHeader),
  isClosed: v.boolean(),
  creationTime: instant,
  updateTime: instant,
});
export type ReportModerationData = v.InferOutput<typeof ReportModerationData>;
