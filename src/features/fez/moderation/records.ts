import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { editLogEntries } from '#core/reports/records.ts';

/** What a fez said before somebody changed it (moderation, Records: FezEditLogData). */
export const FezEditLogData = record('FezEditLogData', {
  fezID: uuid,
  ...editLogEntries,
  title: v.string(),
  info: v.string(),
  location: v.string(),
});
export type FezEditLogData = v.InferOutput<typeof FezEditLogData>;
