import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { selectValues } from '#db/json-list.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { fezMembers, fezPassedOver, fezPosts, fezReaders, fezzes } from '../tables.ts';

/** Whose eyes a query looks through. */
export interface Reader {
  readonly userID: string;
  /** The shared accounts this person stands behind. */
  readonly inboxIDs: readonly string[];
  /** People whose posts the reader does not see, by a block or a mute. */
  readonly hiddenIDs: readonly string[];
  /** People whose fezzes the reader does not see, by a block. */
  readonly blockedIDs: readonly string[];
}

/** A reader as the parameters of a query. */
export const toReaderParameters = ({ userID, inboxIDs, hiddenIDs, blockedIDs }: Reader) => ({
  userID,
  inboxIDs: JSON.stringify(inboxIDs),
  hiddenIDs: JSON.stringify(hiddenIDs),
  blockedIDs: JSON.stringify(blockedIDs),
});

/** The same, to be given when the query runs. */
export const readerPlaceholders = {
  userID: sql.placeholder('userID'),
  inboxIDs: sql.placeholder('inboxIDs'),
  hiddenIDs: sql.placeholder('hiddenIDs'),
  blockedIDs: sql.placeholder('blockedIDs'),
};

type Parameter = string | Placeholder;

/** Joins the reader's row to a fez. */
export const isReader = (userID: Parameter): SQL =>
  sql`${fezReaders.fezID} = ${fezzes.id} AND ${fezReaders.userID} = ${userID}`;

const readUpTo = sql<number>`coalesce(${fezReaders.readUpTo}, 0)`;
const isVisiblePost = (hiddenIDs: Parameter): SQL =>
  sql`${fezPosts.fezID} = ${fezzes.id} AND ${fezPosts.deletedAt} IS NULL AND ${fezPosts.authorID} NOT IN ${selectValues(hiddenIDs)}`;

/**
 * Was the reader put in and has not looked yet? Somebody behind a shared account has no row before the first look; what
 * that account made itself is no news to them, unless another account of theirs is in it too (fez rule 59).
 */
export const isAdded = (inboxIDs: Parameter): SQL<0 | 1> =>
  sql`coalesce(${fezReaders.isAdded}, EXISTS (SELECT 1 FROM ${fezMembers} AS put_in
    WHERE put_in.fez_id = ${fezzes.id} AND put_in.user_id <> ${fezzes.ownerID}
      AND put_in.user_id IN ${selectValues(inboxIDs)}))`;

/**
 * Of the posts that the reader has passed over, mostly none, those that nothing hides any more; `what` of them is selected. The
 * join is made in the order written.
 */
const passedOver = (what: SQL, { userID, hiddenIDs }: Record<'userID' | 'hiddenIDs', Parameter>): SQL => sql`
  SELECT ${what} FROM ${fezPassedOver} CROSS JOIN ${fezPosts} ON ${fezPosts.id} = ${fezPassedOver.postID}
  WHERE ${fezPassedOver.userID} = ${userID} AND ${fezPassedOver.fezID} = ${fezzes.id} AND ${isVisiblePost(hiddenIDs)}`;

/** In a form by which the index finds the end. */
const isBeforeMuting = sql`${fezPosts.id} <= coalesce(${fezReaders.mutedAt}, ${Number.MAX_SAFE_INTEGER})`;

/** Is there a post that the reader sees and has not read? Those that came while it was muted are not called so. */
export const isUnread = (reader: Record<'userID' | 'hiddenIDs', Parameter>): SQL<0 | 1> => sql`(
  EXISTS (SELECT 1 FROM ${fezPosts}
    WHERE ${isVisiblePost(reader.hiddenIDs)} AND ${fezPosts.id} > ${readUpTo} AND ${isBeforeMuting})
  OR EXISTS (${passedOver(sql`1`, reader)} AND ${isBeforeMuting}))`;

/**
 * How far somebody has read, counted from the posts at the moment of asking: so it stays right whatever is deleted,
 * blocked or unblocked meanwhile.
 */
export interface ReadingState {
  readonly isAdded: boolean;
  readonly isMuted: boolean;
  readonly isFavorite: boolean;
  /** Posts that the reader may see. */
  readonly postCount: number;
  readonly readCount: number;
  /** Id of the newest of them; 0 = none. */
  readonly newest: number;
  /** Id of the oldest of them that is unread. */
  readonly oldestUnread: number | undefined;
}

const readingStatesQuery = prepareQuery((queries, parameters: Placeholders<{ fezIDs: string }>) =>
  queries
    .select({
      fezID: fezzes.id,
      isAdded: isAdded(readerPlaceholders.inboxIDs).as('isAdded'),
      isMuted: sql<0 | 1>`${fezReaders.mutedAt} IS NOT NULL`.as('isMuted'),
      isFavorite: sql<0 | 1>`coalesce(${fezReaders.isFavorite}, 0)`.as('isFavorite'),
      postCount: sql<number>`count(${fezPosts.id})`.as('postCount'),
      readCount: sql<number>`coalesce(sum(${fezPosts.id} <= ${readUpTo}), 0)`.as('readCount'),
      newest: sql<number>`coalesce(max(${fezPosts.id}), 0)`.as('newest'),
      oldestAfter: sql<number | null>`min(iif(${fezPosts.id} > ${readUpTo}, ${fezPosts.id}, NULL))`.as('oldestAfter'),
      passedOver: sql<number>`(${passedOver(sql`count(*)`, readerPlaceholders)})`.as('passedOver'),
      oldestPassedOver: sql<number | null>`(${passedOver(sql`min(post_id)`, readerPlaceholders)})`.as(
        'oldestPassedOver',
      ),
    })
    .from(fezzes)
    .leftJoin(fezReaders, isReader(readerPlaceholders.userID))
    .leftJoin(fezPosts, isVisiblePost(readerPlaceholders.hiddenIDs))
    .where(sql`${fezzes.id} IN ${selectValues(parameters.fezIDs)}`)
    .groupBy(fezzes.id),
);

/** The states of all these fezzes, in one query. */
export function findReadingStates(db: Database, reader: Reader, fezIDs: readonly string[]): Map<string, ReadingState> {
  const rows = readingStatesQuery.all(db, { ...toReaderParameters(reader), fezIDs: JSON.stringify(fezIDs) });
  return new Map(
    rows.map((row) => [
      row.fezID,
      {
        isAdded: row.isAdded === 1,
        isMuted: row.isMuted === 1,
        isFavorite: row.isFavorite === 1,
        postCount: row.postCount,
        readCount: row.readCount - row.passedOver,
        newest: row.newest,
        // What was passed over lies before the rest.
        oldestUnread: row.oldestPassedOver ?? row.oldestAfter ?? undefined,
      },
    ]),
  );
}

const mutersQuery = prepareQuery((queries, parameters: Placeholders<{ fezID: string }>) =>
  queries
    .select({ userID: fezReaders.userID })
    .from(fezMembers)
    .innerJoin(
      fezReaders,
      sql`${fezReaders.fezID} = ${fezMembers.fezID} AND ${fezReaders.userID} = ${fezMembers.userID}`,
    )
    .where(sql`${fezMembers.fezID} = ${parameters.fezID} AND ${fezReaders.mutedAt} IS NOT NULL`),
);

/** Members who want to hear nothing of new posts. */
export const findMuters = (db: Database, fezID: string): Set<string> =>
  new Set(mutersQuery.all(db, { fezID }).map(({ userID }) => userID));
