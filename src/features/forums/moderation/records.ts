import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { editLogEntries } from '#core/reports/records.ts';

/** A forum's title and category before someone changed them (moderation, Records: ForumEditLogData). */
export const ForumEditLogData = record('ForumEditLogData', {
  forumID: v.pipe(uuid, v.description('Id of the forum')),
  ...editLogEntries,
  title: v.pipe(v.string(), v.description('Title, in one line')),
  /** The previous category, if the forum was moved. */
  categoryID: v.pipe(v.optional(uuid), v.description('Category that the forum was in before it was moved')),
});
export type ForumEditLogData = v.InferOutput<typeof ForumEditLogData>;
