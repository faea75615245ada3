import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { editLogEntries } from '#core/reports/records.ts';

/** What a forum was called, and where it was, before somebody changed that (moderation, Records: ForumEditLogData). */
export const ForumEditLogData = record('ForumEditLogData', {
  forumID: uuid,
  ...editLogEntries,
  title: v.string(),
  /** Where it was, when it was moved. */
  categoryID: v.optional(uuid),
});
export type ForumEditLogData = v.InferOutput<typeof ForumEditLogData>;
