import type * as v from 'valibot';
import type { Context, WriteContext } from './context.ts';

/**
 * The file that takes people from one sailing to the next (admin rules A19 to A29). It knows no area: each adds fields
 * to the records of users, and lists of its own.
 */

/** Outcomes of records that are counted separately (moderation, Records: BulkUserUpdateVerificationData). */
export const countedParts = ['userCounts', 'performerCounts', 'needsPhotographerCounts'] as const;
export type CountedPart = (typeof countedParts)[number];

export type RecordOutcome = 'imported' | 'duplicate' | 'failed';

/** Collects what happens to single records; no sentence ever names a registration code. */
export interface ImportReport {
  count(part: CountedPart, outcome: RecordOutcome): void;
  /** Something the crew should know that didn't stop a record from being imported. */
  mention(sentence: string): void;
  /** Whether a picture is in the file and, once the import is applied, stored. */
  hasPicture(name: string): boolean;
}

/** Fields that an area adds to the record of a user. */
export interface UserFileFields<Fields = object> {
  /** Each may be missing in a file of an older version. */
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
  /** The fields of these users, by user id; users without any are missing. */
  collect(context: Context, userIDs: readonly string[]): ReadonlyMap<string, object>;
  /** Names of the stored pictures the fields refer to. */
  listPictures?(fields: Fields): readonly string[];
  /** Applies the record to a user who was just imported. */
  restore(context: WriteContext, userID: string, fields: Fields, report: ImportReport): void;
  /** Applies the fields that also concern users who were here before; without `write`, only tries. */
  applyToExisting?(
    context: Context,
    write: WriteContext | undefined,
    userID: string,
    fields: Fields,
    report: ImportReport,
  ): void;
}

/** An area's own list. */
export interface UserFileList<Item = never> {
  /** The key in the file. */
  readonly key: string;
  /** Older files don't have it. */
  readonly isOptional: boolean;
  readonly item: v.GenericSchema;
  readonly maxItems: number;
  readonly part?: CountedPart;
  collect(context: Context): readonly unknown[];
  listPictures?(item: Item): readonly string[];
  /** Names the record in sentences: `theme of day 3`. */
  describe(item: Item): string;
  /** Predicts the outcome of a record, changing nothing. Throws an AppError if it can't be imported. */
  judge(context: Context, item: Item, report: ImportReport): Exclude<RecordOutcome, 'failed'>;
  /** Stores a record that was just predicted as imported, in the same transaction. */
  restore(context: WriteContext, item: Item, report: ImportReport): void;
}
