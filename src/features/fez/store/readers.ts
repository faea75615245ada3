import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { type FezReaderRow, fezMembers, fezPosts, fezReaders, fezzes } from '../tables.ts';

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
export const readerParameters = ({ userID, inboxIDs, hiddenIDs, blockedIDs }: Reader) => ({
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

/** Every id of a list that is given as JSON. */
export const idsOf = (list: Parameter): SQL => sql`(SELECT value FROM json_each(${list}))`;

/** Joins the reader's row to a fez. */
export const readerOf = (userID: Parameter): SQL =>
  sql`${fezReaders.fezID} = ${fezzes.id} AND ${fezReaders.userID} = ${userID}`;

const readUpTo = sql<number>`coalesce(${fezReaders.readUpTo}, 0)`;
const isVisiblePost = (hiddenIDs: Parameter): SQL =>
  sql`${fezPosts.fezID} = ${fezzes.id} AND ${fezPosts.deletedAt} IS NULL AND ${fezPosts.authorID} NOT IN ${idsOf(hiddenIDs)}`;

/**
 * Was the reader put in and has not looked yet? Somebody behind a shared account has no row before the first look; what
 * that account made itself is no news to them (fez rule 59).
 */
export const isAdded = (inboxIDs: Parameter): SQL<0 | 1> =>
  sql`coalesce(${fezReaders.isAdded}, ${fezzes.ownerID} NOT IN ${idsOf(inboxIDs)})`;

/** Is there a post that the reader sees and has not read? Those that came while it was muted are not called so. */
export const isUnread = (hiddenIDs: Parameter): SQL<0 | 1> =>
  sql`EXISTS (SELECT 1 FROM ${fezPosts} WHERE ${isVisiblePost(hiddenIDs)} AND ${fezPosts.id} > ${readUpTo}
    AND (${fezReaders.mutedAt} IS NULL OR ${fezPosts.id} <= ${fezReaders.mutedAt}))`;

/**
 * How far somebody has read, counted from the posts at the moment of asking: so it stays right whatever is deleted,
 * blocked or unblocked meanwhile.
 */
export interface ReadingState {
  readonly readUpTo: number;
  readonly isAdded: boolean;
  readonly isMuted: boolean;
  readonly isFavorite: boolean;
  /** Posts that the reader may see. */
  readonly postCount: number;
  readonly readCount: number;
  /** Id of the newest of them; 0 = none. */
  readonly newest: number;
}

const countedStates = statement((queries) =>
  queries
    .select({
      fezID: fezzes.id,
      readUpTo: readUpTo.as('readUpTo'),
      isAdded: isAdded(readerPlaceholders.inboxIDs).as('isAdded'),
      isMuted: sql<0 | 1>`${fezReaders.mutedAt} IS NOT NULL`.as('isMuted'),
      isFavorite: sql<0 | 1>`coalesce(${fezReaders.isFavorite}, 0)`.as('isFavorite'),
      postCount: sql<number>`count(${fezPosts.id})`.as('postCount'),
      readCount: sql<number>`coalesce(sum(${fezPosts.id} <= ${readUpTo}), 0)`.as('readCount'),
      newest: sql<number>`coalesce(max(${fezPosts.id}), 0)`.as('newest'),
    })
    .from(fezzes)
    .leftJoin(fezReaders, readerOf(readerPlaceholders.userID))
    .leftJoin(fezPosts, isVisiblePost(readerPlaceholders.hiddenIDs))
    .where(sql`${fezzes.id} IN ${idsOf(sql.placeholder('fezIDs'))}`)
    .groupBy(fezzes.id)
    .prepare(),
);

/** The states of all these fezzes, in one query. */
export function findReadingStates(db: Database, reader: Reader, fezIDs: readonly string[]): Map<string, ReadingState> {
  const rows = countedStates(db).all({ ...readerParameters(reader), fezIDs: JSON.stringify(fezIDs) });
  return new Map(
    rows.map(({ fezID, isAdded, isMuted, isFavorite, ...numbers }) => [
      fezID,
      { ...numbers, isAdded: isAdded === 1, isMuted: isMuted === 1, isFavorite: isFavorite === 1 },
    ]),
  );
}

/** Stores what a reader has read or chosen; the rest stays. */
export function storeReader(
  db: Database,
  fezID: string,
  userID: string,
  changes: Partial<Omit<FezReaderRow, 'fezID' | 'userID'>>,
): void {
  db.queries
    .insert(fezReaders)
    .values({ fezID, userID, ...changes })
    .onConflictDoUpdate({ target: [fezReaders.userID, fezReaders.fezID], set: changes })
    .run();
}

const mutersOfOne = statement((queries) =>
  queries
    .select({ userID: fezReaders.userID })
    .from(fezMembers)
    .innerJoin(
      fezReaders,
      sql`${fezReaders.fezID} = ${fezMembers.fezID} AND ${fezReaders.userID} = ${fezMembers.userID}`,
    )
    .where(sql`${fezMembers.fezID} = ${sql.placeholder('fezID')} AND ${fezReaders.mutedAt} IS NOT NULL`)
    .prepare(),
);

/** Members who want to hear nothing of new posts. */
export const findMuters = (db: Database, fezID: string): Set<string> =>
  new Set(
    mutersOfOne(db)
      .all({ fezID })
      .map(({ userID }) => userID),
  );

/** Marks everything as read that these accounts were in before, unless the reader is in it personally (decision 31). */
export function markInboxesRead(db: Database, userID: string, accountIDs: readonly string[]): void {
  db.queries.run(sql`
    INSERT INTO ${fezReaders} (fez_id, user_id, read_up_to)
    SELECT DISTINCT ${fezMembers.fezID}, ${userID},
      coalesce((SELECT max(id) FROM ${fezPosts} WHERE ${fezPosts.fezID} = ${fezMembers.fezID}), 0)
    FROM ${fezMembers}
    WHERE ${fezMembers.userID} IN ${idsOf(JSON.stringify(accountIDs))} AND NOT EXISTS (
      SELECT 1 FROM ${fezMembers} AS own WHERE own.fez_id = ${fezMembers.fezID} AND own.user_id = ${userID})
    ON CONFLICT (user_id, fez_id) DO UPDATE SET read_up_to = excluded.read_up_to, is_added = 0`);
}
