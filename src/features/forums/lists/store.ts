import { cacheByKey, cacheValue } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { Page } from '#contract/query.ts';
import { prepareQueryText, prepareTextVariants } from '#db/prepared.ts';
import { forumReaders, forums } from '../tables.ts';
import { type ForumVisibility, toVisibilityParameters, visibleForums, visibleForumsInOrder } from '../visibility.ts';
import type { Direction, ForumSort } from './query.ts';

/** The filter of a list of forums; absent properties set no condition. */
export interface ForumFilter {
  readonly categoryID?: string | undefined;
  readonly categoryIDs?: readonly string[] | undefined;
  readonly creatorIDs?: readonly string[] | undefined;
  /** An FTS5 expression for words in the title. */
  readonly titleWords?: string | undefined;
  readonly isFavorite?: true | undefined;
  readonly isMuted?: boolean | undefined;
  readonly isWatched?: true | undefined;
  readonly amongIDs?: readonly string[] | undefined;
  readonly exceptIDs?: readonly string[] | undefined;
  readonly hasOwnPost?: true | undefined;
  /** The forum's time is before or after this one: the sorted time, or else its creation. */
  readonly before?: Date | undefined;
  readonly after?: Date | undefined;
}

/** The order of a list. */
export interface StoredOrder {
  readonly sort: Exclude<ForumSort, 'event'>;
  readonly direction: Direction;
  readonly pinnedFirst?: boolean;
}

const sortColumns: Readonly<Record<StoredOrder['sort'], string>> = {
  create: 'f.created_at',
  update: 'f.last_post_at',
  title: 'fold_case(f.title)',
};

const getTimeColumn = ({ sort }: StoredOrder): string => sortColumns[sort === 'update' ? 'update' : 'create'];

const selectFromReaders = (test: string): string =>
  `(SELECT forum_id FROM forum_readers AS it WHERE user_id = :userID AND ${test})`;

/** The condition for each property of a filter. */
const conditions: Readonly<Record<keyof ForumFilter, (order: StoredOrder, value: unknown) => string>> = {
  categoryID: () => 'f.category_id = :categoryID',
  categoryIDs: () => 'f.category_id IN (SELECT value FROM json_each(:askedCategoryIDs))',
  creatorIDs: () => 'f.creator_id IN (SELECT value FROM json_each(:creatorIDs))',
  titleWords: () => `f.id IN (SELECT forum_id FROM forums_text WHERE forums_text MATCH :titleWords)
    AND f.moderation_state NOT IN ('quarantined', 'autoQuarantined')`,
  isFavorite: () => `f.id IN ${selectFromReaders('is_favorite = 1')}`,
  isMuted: (_, isMuted) => `f.id ${isMuted ? '' : 'NOT'} IN ${selectFromReaders('is_muted = 1')}`,
  isWatched: () => `f.id IN ${selectFromReaders('watched_from IS NOT NULL')}`,
  amongIDs: () => 'f.id IN (SELECT value FROM json_each(:amongIDs))',
  exceptIDs: () => 'f.id NOT IN (SELECT value FROM json_each(:exceptIDs))',
  hasOwnPost: () => 'f.id IN (SELECT forum_id FROM forum_posts WHERE author_id = :userID AND deleted_at IS NULL)',
  before: (order) => `${getTimeColumn(order)} < :before`,
  after: (order) => `${getTimeColumn(order)} > :after`,
};

/** The conditions that a query sets, and whether each must hold or must not. */
type SetConditions = readonly (readonly [name: keyof ForumFilter, isMet: boolean])[];

/** The shape of a query: for a page of a list, or for its total. */
interface QueryShape {
  readonly asked: SetConditions;
  readonly order: StoredOrder;
  readonly isCount: boolean;
  readonly mutedLast: boolean;
}

function listSetConditions(filter: ForumFilter): SetConditions {
  const names = Object.keys(conditions) as (keyof ForumFilter)[];
  return names.filter((name) => filter[name] !== undefined).map((name) => [name, filter[name] !== false]);
}

function buildQueryText({ asked, order, isCount, mutedLast }: QueryShape): string {
  const { sort, direction, pinnedFirst } = order;
  const tests = asked.map(([name, isMet]) => conditions[name](order, isMet));
  const terms = [
    ...(mutedLast ? [`f.id IN ${selectFromReaders('is_muted = 1')}`] : []),
    ...(pinnedFirst ? ['f.is_pinned DESC'] : []),
    `${sortColumns[sort]} ${direction === 'descending' ? 'DESC' : 'ASC'}`,
    'f.id',
  ];
  return `
    SELECT ${isCount ? 'count(*) AS total' : 'f.id'}
    FROM forums AS f
    WHERE ${[...tests, isCount ? visibleForums : visibleForumsInOrder].join(' AND ')}
    ${isCount ? '' : `ORDER BY ${terms.join(', ')} LIMIT :limit OFFSET :start`}`;
}

const toParameters = (visibility: ForumVisibility, filter: ForumFilter, { start, limit }: Page) => ({
  ...toVisibilityParameters(visibility),
  categoryID: filter.categoryID,
  askedCategoryIDs: JSON.stringify(filter.categoryIDs ?? []),
  creatorIDs: JSON.stringify(filter.creatorIDs ?? []),
  amongIDs: JSON.stringify(filter.amongIDs ?? []),
  exceptIDs: JSON.stringify(filter.exceptIDs ?? []),
  titleWords: filter.titleWords,
  before: filter.before?.getTime(),
  after: filter.after?.getTime(),
  ...{ start, limit },
});

const forumsQuery = prepareTextVariants<QueryShape, ReturnType<typeof toParameters>, { id: string; total: number }>(
  buildQueryText,
);

const mutedQuery = prepareQueryText<{ userID: string }, { id: string }>(
  'SELECT forum_id AS id FROM forum_readers WHERE user_id = :userID AND is_muted = 1',
);

/** By user: every list checks whether there are any. */
const mutedCache = cacheByKey<ReadonlySet<string>>(
  [{ table: forumReaders, key: forumReaders.userID, columns: [forumReaders.isMuted] }],
  { max: 10_000 },
);

/** Returns the ids of the forums that the user has muted. */
export const findMutedIDs = (context: Context, userID: string): ReadonlySet<string> =>
  mutedCache(context).get(userID, () => new Set(mutedQuery.all(context.db, { userID }).map(({ id }) => id)));

/** A page of a list of forums and the total. */
export interface ListedForums {
  readonly forumIDs: readonly string[];
  readonly total: number;
}

/** The whole list. */
export const allOnOnePage: Page = { start: 0, limit: -1 };

/** Returns a page of the forums that match the filter and that the caller may see, in this order, muted ones last. */
export function findForumIDs(
  context: Context,
  visibility: ForumVisibility,
  { order, ...asked }: ForumFilter & { readonly order: StoredOrder },
  page: Page,
): ListedForums {
  const hasMuted = findMutedIDs(context, visibility.userID).size > 0;
  const filter = { ...asked, isMuted: asked.isMuted || (hasMuted ? asked.isMuted : undefined) };
  const mutedLast = hasMuted && filter.isMuted === undefined;
  const form = { asked: listSetConditions(filter), order, isCount: false, mutedLast };
  const rows = forumsQuery.all(context.db, form, toParameters(visibility, filter, page));
  const forumIDs = rows.map(({ id }) => id);
  const { start, limit } = page;
  const isLastPage = limit === allOnOnePage.limit || (rows.length < limit && (rows.length > 0 || start === 0));
  return {
    forumIDs,
    total: isLastPage ? start + rows.length : countForumsInList(context, visibility, { ...filter, order }),
  };
}

function countForumsInList(
  context: Context,
  visibility: ForumVisibility,
  { order, exceptIDs, ...filter }: ForumFilter & { readonly order: StoredOrder },
): number {
  // Few forums are excluded, so counting those costs less than comparing each forum with them.
  if (exceptIDs)
    return (
      countForumsInList(context, visibility, { ...filter, order }) -
      countForumsInList(context, visibility, { ...filter, order, amongIDs: exceptIDs })
    );
  const asked = listSetConditions(filter);
  const isOfCategories = asked.every(([name]) => name === 'categoryID');
  if (isOfCategories && visibility.blockedIDs.length === 0)
    return countInCategories(context, visibility, filter.categoryID);
  const form = { asked, order, isCount: true, mutedLast: false };
  return forumsQuery.get(context.db, form, toParameters(visibility, filter, allOnOnePage))?.total ?? 0;
}

function countInCategories(context: Context, { categoryIDs }: ForumVisibility, only: string | undefined): number {
  const counts = countForums(context);
  return categoryIDs
    .filter((id) => only === undefined || id === only)
    .reduce((total, id) => total + (counts.get(id) ?? 0), 0);
}

const countsQuery = prepareQueryText<Record<never, never>, { categoryID: string; count: number }>(
  'SELECT category_id AS categoryID, count(*) AS count FROM forums WHERE deleted_at IS NULL GROUP BY category_id',
);

/** Counts the forums of each category; categories without any are missing. */
export const countForums = cacheValue(
  [{ table: forums, columns: [forums.categoryID, forums.deletedAt] }],
  ({ db }): ReadonlyMap<string, number> =>
    new Map(countsQuery.all(db, {}).map(({ categoryID, count }) => [categoryID, count])),
);
