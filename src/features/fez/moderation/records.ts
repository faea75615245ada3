import * as v from 'valibot';
import { uuid } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { editLogEntries } from '#core/reports/records.ts';

/** A fez's content before someone changed it (moderation, Records: FezEditLogData). */
export const FezEditLogData = record('FezEditLogData', {
  fezID: v.pipe(uuid, v.description('Id of the chat or appointment')),
  ...editLogEntries,
  title: v.pipe(v.string(), v.description('Title, in one line')),
  info: v.pipe(v.string(), v.description('More about it, in several lines')),
  location: v.pipe(v.string(), v.description('Location')),
});
export type FezEditLogData = v.InferOutput<typeof FezEditLogData>;
