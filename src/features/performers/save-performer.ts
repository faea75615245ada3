import type { Context, WriteContext } from '#area/context.ts';
import { invalidField } from '#contract/errors.ts';
import type { PreparedPicture } from '#core/images/index.ts';
import { foldCase } from '#platform/text/lines.ts';
import { getPerformers, type Performer } from './directory.ts';
import type { PerformerUploadData } from './records.ts';
import { saveProfile } from './save-profile.ts';

/**
 * Returns the performer that a form of the desk replaces: by id, or else the official performer of this name (schedule
 * rule 73). Throws 400.
 */
export function findReplaced(context: Context, input: PerformerUploadData): Performer | undefined {
  const { performerID, name, isOfficialPerformer } = input;
  const { byID, official } = getPerformers(context);
  const key = foldCase(name.trim());
  if (performerID === undefined) return official.find(({ row }) => foldCase(row.name) === key);
  const performer = byID.get(performerID);
  if (!performer) throw invalidField('performerID', 'No performer has this performerID.');
  if (performer.row.ownerID !== null && isOfficialPerformer)
    throw invalidField('isOfficialPerformer', "A passenger's profile can't become official.");
  return performer;
}

/** Adds or replaces a performer, without changing links (schedule rule 73). Throws 400. */
export function savePerformer(
  context: WriteContext,
  input: PerformerUploadData,
  picture: PreparedPicture | undefined,
): void {
  const before = findReplaced(context, input)?.row;
  const isOfficial = input.isOfficialPerformer;
  saveProfile(context, { before, ownerID: before?.ownerID ?? null, isOfficial, input, picture });
}
