import type * as v from 'valibot';
import type { Context, WriteContext } from './context.ts';

/**
 * The file that takes people from one sailing to the next (admin rules A19 to A29). It knows no area: each adds fields to
 * the records of users, and lists of its own.
 */

/** What becomes of records that are counted apart (moderation, Records: BulkUserUpdateVerificationData). */
export const countedParts = ['userCounts', 'performerCounts', 'needsPhotographerCounts'] as const;
export type CountedPart = (typeof countedParts)[number];

export type RecordOutcome = 'imported' | 'duplicate' | 'failed';

/** Takes in what happens to single records; no sentence ever names a registration code. */
export interface ImportReport {
  count(part: CountedPart, outcome: RecordOutcome): void;
  /** Something that the crew should know and that kept no record from being imported. */
  mention(sentence: string): void;
  /** Is this picture in the file, and once the import is applied, stored? */
  hasPicture(name: string): boolean;
}

/** Fields that an area adds to the record of a user. */
export interface UserFileFields<Fields = object> {
  /** Each may be missing in a file of an older version. */
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
  /** The fields of these users, by user id; of those who have none they are missing. */
  collect(context: Context, userIDs: readonly string[]): ReadonlyMap<string, object>;
  /** Names of the stored pictures that the fields speak of. */
  listPictures?(fields: Fields): readonly string[];
  /** Gives a user who was imported a moment ago what the record says. */
  restore(context: WriteContext, userID: string, fields: Fields, report: ImportReport): void;
  /** What of the fields is for users too who were here before; without `write` it is only tried out. */
  takeForExisting?(
    context: Context,
    write: WriteContext | undefined,
    userID: string,
    fields: Fields,
    report: ImportReport,
  ): void;
}

/** A list of an area's own. */
export interface UserFileList<Item = never> {
  /** The key in the file. */
  readonly key: string;
  /** Older files do not have it. */
  readonly isOptional: boolean;
  readonly item: v.GenericSchema;
  readonly maxItems: number;
  readonly part?: CountedPart;
  collect(context: Context): readonly unknown[];
  listPictures?(item: Item): readonly string[];
  /** Names the record in sentences: `theme of day 3`. */
  describe(item: Item): string;
  /** Tells what would become of a record, changing nothing. Throws an AppError for one that cannot be imported. */
  judge(context: Context, item: Item, report: ImportReport): Exclude<RecordOutcome, 'failed'>;
  /** Stores a record that was judged as imported a moment ago, in the same transaction. */
  restore(context: WriteContext, item: Item, report: ImportReport): void;
}
