import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { editLogEntries } from '#core/reports/records.ts';

/** What a fez said before somebody changed it (moderation, Records: FezEditLogData). */
export const FezEditLogData = v.strictObject({
  fezID: uuid,
  ...editLogEntries,
  title: v.string(),
  info: v.string(),
  location: v.string(),
});
export type FezEditLogData = v.InferOutput<typeof FezEditLogData>;
