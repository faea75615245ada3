import * as v from 'valibot';
import { text, uuid } from '#contract/fields.ts';

/** Name and picture of a person, for content that has an author (core, Records). */
export const UserHeader = v.strictObject({
  userID: uuid,
  username: v.string(),
  displayName: v.optional(v.string()),
  userImage: v.optional(v.string()),
  preferredPronoun: v.optional(v.string()),
});
export type UserHeader = v.InferOutput<typeof UserHeader>;

/** A header that a client sends back, of which only the id is read. */
export const UserHeaderInput = v.object({ userID: uuid });

/** A report's text; may be empty (core, Records: ReportData). */
export const ReportData = v.object({ message: text('message', 0, 10_000) });
