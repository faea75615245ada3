import type * as v from 'valibot';
import type { Context, WriteContext } from '#area/context.ts';
import type { ImportReport, UserFileFields, UserFileList } from '#area/user-file.ts';
import { AppError, malformed } from '#contract/errors.ts';
import { optionalInput } from '#contract/fields.ts';
import { readDescriptions, storeDescription } from '#core/images/index.ts';
import { findEventByUid } from '#features/schedule/index.ts';
import { parsePictureName } from '#platform/pictures/picture-name.ts';
import { foldCase } from '#platform/text/lines.ts';
import { maxBulkPerformers, PerformerUploadData } from './records.ts';
import { saveProfile } from './save-profile.ts';
import { findOwnedPerformer, insertLinks, listLinkedUids, listPerformerNames, listShownPerformers } from './store.ts';
import type { PerformerRow } from './tables.ts';

/** A profile in the user file. */
function describeRow(row: PerformerRow, eventUIDs: readonly string[], photoDescription: string | undefined): object {
  const { name, isOfficial, photo, yearsAttended, alternativeNames } = row;
  const { pronouns, bio, organization, title, website, facebookURL, xURL, instagramURL, youtubeURL } = row;
  const texts = { pronouns, bio, organization, title, website, facebookURL, xURL, instagramURL, youtubeURL };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)),
    name,
    isOfficialPerformer: isOfficial,
    photo: photo === null ? {} : { filename: photo, description: photoDescription },
    yearsAttended,
    alternativeNames,
    eventUIDs,
  };
}

function describeRows(context: Context, rows: readonly PerformerRow[]): [PerformerRow, object][] {
  const uids = listLinkedUids(context.db);
  const texts = readDescriptions(
    context,
    rows.flatMap(({ photo }) => photo ?? []),
  );
  return rows.map((row) => [row, describeRow(row, uids.get(row.id) ?? [], texts.get(row.photo ?? ''))]);
}

const readPhotoName = ({ photo }: PerformerUploadData): string | undefined => parsePictureName(photo.filename ?? '');
const listPhotos = (input: PerformerUploadData): string[] =>
  [readPhotoName(input)].filter((name) => name !== undefined);

/** Decides what to do with a profile (admin rule A27). Throws an AppError if it can't be imported. */
function decideImport(
  { db }: Context,
  input: PerformerUploadData,
  ownerID: string | null,
  report: ImportReport,
): 'imported' | 'duplicate' {
  const { isOfficialPerformer: isOfficial, eventUIDs } = input;
  if (isOfficial !== (ownerID === null)) {
    throw malformed(
      isOfficial ? "An official performer can't belong to a user." : 'The owner of the profile is missing.',
    );
  }
  const known = listPerformerNames(db);
  const namesakes = known.filter(({ name }) => foldCase(name) === foldCase(input.name.trim()));
  if (namesakes.some((one) => one.isOfficial === isOfficial && one.ownerID === ownerID)) return 'duplicate';
  if (namesakes.length > 0) throw malformed('Another performer has this name.');
  if (ownerID !== null && known.some((one) => one.ownerID === ownerID))
    throw malformed('The user already has another profile.');
  for (const uid of eventUIDs) {
    if (!findEventByUid(db, uid)) report.mention(`Performer ${input.name}: no event ${uid}.`);
  }
  return 'imported';
}

function restorePerformer(
  context: WriteContext,
  input: PerformerUploadData,
  ownerID: string | null,
  report: ImportReport,
): void {
  const photo = readPhotoName(input);
  const picture = photo !== undefined && report.hasPicture(photo) ? { name: photo, isNew: true } : undefined;
  if (picture) storeDescription(context, { name: picture.name, description: input.photo.description });
  const before = ownerID === null ? undefined : findOwnedPerformer(context.db, ownerID);
  const id = saveProfile(context, { before, ownerID, isOfficial: ownerID === null, input, picture });
  for (const uid of input.eventUIDs) {
    const event = findEventByUid(context.db, uid);
    if (event) insertLinks(context.db, [{ performerID: id, eventID: event.id }]);
  }
}

/** The performers of the desk. */
export const performersList: UserFileList<PerformerUploadData> = {
  key: 'performers',
  isOptional: false,
  item: PerformerUploadData,
  maxItems: maxBulkPerformers,
  part: 'performerCounts',
  collect(context) {
    const official = listShownPerformers(context.db)
      .filter(({ isOfficial }) => isOfficial)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return describeRows(context, official).map(([, described]) => described);
  },
  listPictures: listPhotos,
  describe: ({ name }) => `performer ${name}`,
  judge: (context, input, report) => decideImport(context, input, null, report),
  restore: (context, input, report) => restorePerformer(context, input, null, report),
};

interface PerformerField {
  readonly performer?: v.InferOutput<typeof PerformerUploadData> | undefined;
}

/** Passengers' own profiles are exported with their accounts. */
export const ownPerformerField: UserFileFields<PerformerField> = {
  entries: { performer: optionalInput(PerformerUploadData) },
  collect(context, userIDs) {
    const wanted = new Set(userIDs);
    const own = listShownPerformers(context.db).filter(({ ownerID }) => ownerID !== null && wanted.has(ownerID));
    return new Map(describeRows(context, own).map(([{ ownerID }, performer]) => [ownerID ?? '', { performer }]));
  },
  listPictures: ({ performer }) => (performer ? listPhotos(performer) : []),
  restore: (context, userID, fields, report) => importProfile(context, context, userID, fields, report),
  applyToExisting: importProfile,
};

function importProfile(
  context: Context,
  write: WriteContext | undefined,
  userID: string,
  { performer }: PerformerField,
  report: ImportReport,
): void {
  if (!performer) return;
  try {
    const outcome = decideImport(context, performer, userID, report);
    if (outcome === 'imported' && write) restorePerformer(write, performer, userID, report);
    report.count('performerCounts', outcome);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    report.mention(`Performer ${performer.name}: ${error.message}`);
    report.count('performerCounts', 'failed');
  }
}
