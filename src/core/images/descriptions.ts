import { sql } from 'drizzle-orm';
import { cacheByKey } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { settings } from '#core/settings/tables.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText, selectValues } from '#db/prepared.ts';
import { normalizeCrlf } from '#platform/text/lines.ts';
import { pictureDescriptions } from './tables.ts';

/** A stored picture, and what is on it. */
export interface DescribedPicture {
  readonly name: string;
  readonly description?: string | undefined;
}

const query = prepareQuery((queries, { names }: Placeholders<{ names: string }>) =>
  queries
    .select()
    .from(pictureDescriptions)
    .where(sql`${pictureDescriptions.name} IN ${selectValues(names)}`),
);
const insertQuery = prepareWriteText<{ name: string; text: string }>(
  'INSERT INTO picture_descriptions (name, text) VALUES (:name, :text) ON CONFLICT DO NOTHING',
);

/** Records are shared between viewers, so the feature is off for everyone at once (core rule 133). */
export const areDescriptionsOff = (context: Context): boolean =>
  isFeatureDisabled(context, undefined, 'picturedescriptions');

/** What is shown for one picture: the same object until that changes. */
interface Description {
  readonly text: string | undefined;
}

const cache = cacheByKey<Description>([{ table: pictureDescriptions, key: pictureDescriptions.name }, settings], {
  max: 10_000,
});

const none: readonly Description[] = [];

/**
 * Returns what the records of these pictures depend on: one object for each picture, in order, which stays the same
 * until its description or the feature changes.
 */
export function findDescriptions(context: Context, names: readonly string[] | null): readonly Description[] {
  if (!names || names.length === 0) return none;
  const found = cache(context).getAll(names, (missing) => {
    const texts = areDescriptionsOff(context) ? new Map<string, string>() : readTexts(context.db, missing);
    return missing.map((name) => [name, { text: texts.get(name) }]);
  });
  return names.map((name) => found.get(name) ?? { text: undefined });
}

/** Returns the description of each picture, empty for those without one; undefined if none has one (core rule 132). */
export function describePictures(context: Context, names: readonly string[] | null): string[] | undefined {
  const descriptions = findDescriptions(context, names);
  return descriptions.some(({ text }) => text !== undefined) ? descriptions.map(({ text = '' }) => text) : undefined;
}

/** Returns the description of a picture. */
export const describePicture = (context: Context, name: string | null | undefined): string | undefined =>
  name ? findDescriptions(context, [name])[0]?.text : undefined;

const readTexts = (db: Database, names: readonly string[]): Map<string, string> =>
  new Map(query.all(db, { names: JSON.stringify(names) }).map(({ name, text }) => [name, text]));

/** Returns the stored descriptions by name, whether or not the feature is on: for words and for the next sailing. */
export const readDescriptions = ({ db }: Context, names: readonly string[]): ReadonlyMap<string, string> =>
  names.length === 0 ? new Map() : readTexts(db, names);

/** Stores the descriptions of new pictures, unless the feature is off (core rules 131 and 133). */
export function saveDescriptions(context: WriteContext, pictures: readonly (DescribedPicture | undefined)[]): void {
  const described = pictures.filter((picture) => picture?.description);
  if (described.length === 0 || areDescriptionsOff(context)) return;
  for (const picture of described) storeDescription(context, picture);
}

/** Stores the description of a picture that is new here, with its picture from another sailing. */
export function storeDescription(context: WriteContext, picture: DescribedPicture | undefined): void {
  if (!picture?.description) return;
  insertQuery.run(context.db, { name: picture.name, text: normalizeCrlf(picture.description) });
}

const allQuery = prepareQuery((queries) =>
  queries.select({ name: pictureDescriptions.name }).from(pictureDescriptions),
);

/** Lists the names of all pictures with a description, for `gangway verify`. */
export const listDescribedPictures = (db: Database): string[] => allQuery.all(db, {}).map(({ name }) => name);
