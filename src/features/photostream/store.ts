import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { WriteContext } from '#area/context.ts';
import type { Page } from '#contract/query.ts';
import type { Database } from '#db/open.ts';
import {
  type Placeholders,
  prepareInsert,
  prepareQuery,
  prepareQueryText,
  prepareVariants,
  selectValues,
} from '#db/prepared.ts';
import { events } from '#features/schedule/tables.ts';
import { locationOfDeletedEvents } from './records.ts';
import { isShown, type PhotoRow, photos } from './tables.ts';

/** A filter for photos. `all` has no value. */
export type PhotoFilter =
  | { readonly by: 'all'; readonly value?: undefined }
  | { readonly by: 'event' | 'location' | 'author'; readonly value: string };

/** Includes photos of deleted events (schedule rule 100). */
const belongsToDeletedEvent = sql`event_id IN (SELECT id FROM ${events} WHERE deleted_at IS NOT NULL)`;

/** The parts of a filter that change the query. */
type QueryVariant = PhotoFilter['by'] | 'placeOfDeletedEvents';

const toQueryVariant = ({ by, value }: PhotoFilter): QueryVariant =>
  by === 'location' && value === locationOfDeletedEvents ? 'placeOfDeletedEvents' : by;

function buildCondition(form: QueryVariant, value: SQL): SQL | undefined {
  switch (form) {
    case 'all':
      return undefined;
    case 'event':
      return sql`event_id = ${value}`;
    case 'location':
      return sql`location = ${value}`;
    case 'author':
      return sql`author_id = ${value}`;
    case 'placeOfDeletedEvents':
      return sql`(+location = ${value} OR ${belongsToDeletedEvent})`;
  }
}

type FilterParameters = { value: string | undefined; hiddenIDs: string };
type PageParameters = FilterParameters & { start: number; limit: number };

const buildConditions = (form: QueryVariant, { hiddenIDs }: Pick<Placeholders<FilterParameters>, 'hiddenIDs'>) =>
  and(
    isShown,
    buildCondition(form, sql`${sql.placeholder('value')}`),
    sql`+author_id NOT IN ${selectValues(hiddenIDs)}`,
  );

const pageQuery = prepareVariants((queries, parameters: Placeholders<PageParameters>, form: QueryVariant) =>
  queries
    .select()
    .from(photos)
    .where(buildConditions(form, parameters))
    .orderBy(desc(photos.id))
    .limit(parameters.limit)
    .offset(parameters.start),
);
const countQuery = prepareVariants((queries, parameters: Placeholders<FilterParameters>, form: QueryVariant) =>
  queries.select({ photos: count() }).from(photos).where(buildConditions(form, parameters)),
);

/** Finds a page of the stream, newest first, without photos of these users. */
export const listShownPhotos = (
  db: Database,
  filter: PhotoFilter,
  hiddenIDs: readonly string[],
  page: Page,
): PhotoRow[] =>
  pageQuery.all(db, toQueryVariant(filter), { value: filter.value, hiddenIDs: JSON.stringify(hiddenIDs), ...page });

/** Counts the photos on all pages. */
export const countShownPhotos = (db: Database, filter: PhotoFilter, hiddenIDs: readonly string[]): number =>
  countQuery.get(db, toQueryVariant(filter), { value: filter.value, hiddenIDs: JSON.stringify(hiddenIDs) })?.photos ??
  0;

const photoQuery = prepareQuery((queries, { id }: Placeholders<{ id: number }>) =>
  queries.select().from(photos).where(eq(photos.id, id)),
);

/** Finds a photo in any state, even a deleted one. */
export const findPhoto = (db: Database, id: number): PhotoRow | undefined => photoQuery.get(db, { id });

const lastReceivedQuery = prepareQueryText<{ familyID: string }, { receivedAt: number | null }>(`
  SELECT max((
    SELECT received_at FROM stream_photos
    WHERE author_id = users.id AND deleted_at IS NULL ORDER BY id DESC LIMIT 1)) AS receivedAt
  FROM users WHERE family_id = :familyID`);

/** Finds when the last photo of a family arrived that isn't deleted. */
export function findLastReceived(db: Database, familyID: string): Date | undefined {
  const { receivedAt = null } = lastReceivedQuery.get(db, { familyID }) ?? {};
  return receivedAt === null ? undefined : new Date(receivedAt);
}

const insertQuery = prepareInsert(photos, 'id', 'moderationState', 'deletedAt');

/** Stores a new photo and returns it with its id. */
export function insertPhoto(context: WriteContext, photo: Parameters<typeof insertQuery.get>[1]): PhotoRow {
  return insertQuery.get(context.db, photo);
}

/** Updates a photo. */
export function savePhoto(
  context: WriteContext,
  id: number,
  changes: Partial<Pick<PhotoRow, 'moderationState' | 'deletedAt'>>,
): void {
  context.db.queries.update(photos).set(changes).where(eq(photos.id, id)).run();
}

const allPicturesQuery = prepareQueryText<Record<never, never>, Pick<PhotoRow, 'id' | 'image'> & { isDeleted: 0 | 1 }>(
  'SELECT id, image, deleted_at IS NOT NULL AS isDeleted FROM stream_photos',
);

/** Finds the pictures of all photos, even deleted ones. */
export const listPictures = (db: Database) => allPicturesQuery.all(db, {});

const deletedPicturesQuery = prepareQueryText<Record<never, never>, Pick<PhotoRow, 'image'>>(
  'SELECT image FROM stream_photos WHERE deleted_at IS NOT NULL',
);

/** Finds the picture names of deleted photos. */
export const listDeletedPictures = (db: Database): string[] =>
  deletedPicturesQuery.all(db, {}).map(({ image }) => image);
