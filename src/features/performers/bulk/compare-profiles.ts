import { type PerformerText, performerTexts } from '../records.ts';
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
} as const satisfies Record<PerformerText, string>;

/** A text that would change, as stored and as in the list. */
export interface FieldChange {
  readonly fieldName: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns the texts that differ. Doesn't compare picture and years. */
export const compareProfiles = (row: PerformerRow, entry: Pick<BulkEntry, PerformerText>): FieldChange[] =>
  performerTexts
    .map((field) => ({ fieldName: comparedFields[field], before: row[field], after: entry[field] ?? null }))
    .filter(({ before, after }) => before !== after);
