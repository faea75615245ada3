import type { PerformerRow } from '../tables.ts';
import type { BulkEntry } from './entries.ts';

/** The compared texts and their names in the difference (schedule rule 78). */
const comparedFields = {
  pronouns: 'Pronouns',
  bio: 'Bio',
  organization: 'Organization',
  title: 'Title',
  website: 'Website',
  facebookURL: 'Facebook',
  xURL: 'X',
  instagramURL: 'Instagram',
  youtubeURL: 'YouTube',
} as const;

/** A text that would change, as stored and as in the list. */
export interface FieldChange {
  readonly fieldName: string;
  readonly before: string | null;
  readonly after: string | null;
}

type ComparedTexts = Pick<BulkEntry, keyof typeof comparedFields>;
const fieldNames = Object.keys(comparedFields) as (keyof typeof comparedFields)[];

/** Returns the texts that differ. Doesn't compare picture and years. */
export const compareProfiles = (row: PerformerRow, entry: ComparedTexts): FieldChange[] =>
  fieldNames
    .map((field) => ({ fieldName: comparedFields[field], before: row[field], after: entry[field] ?? null }))
    .filter(({ before, after }) => before !== after);
