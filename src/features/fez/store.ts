import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { cacheByKey, createVersion, createVersionByKey, type Source, type Version } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { createEditHistory } from '#core/reports/index.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText, selectValues } from '#db/prepared.ts';
import {
  type FezRow,
  fezEdits,
  fezFormer,
  fezMembers,
  fezPosts,
  fezReaders,
  fezSkippedPosts,
  fezzes,
} from './tables.ts';

const fezQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(fezzes).where(eq(fezzes.id, id)),
);

const { likeCount: _reactions, ...postColumns } = getTableColumns(fezPosts);

/** Reactions don't count: they change neither a fez nor what is new in it (fez rule 93). */
const postsSource = { table: fezPosts, key: fezPosts.fezID, columns: Object.values(postColumns) };

const fezSources = [{ table: fezzes, key: fezzes.id }, postsSource];
const fezCache = cacheByKey<FezRow>(fezSources, { max: 20_000 });

/** Returns deleted fezzes too. The row is the same object while neither the fez nor its posts change. */
export const findFez = (context: Context, id: string): FezRow | undefined =>
  fezCache(context).get(id, () => fezQuery.get(context.db, { id }));

const fezzesQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select()
    .from(fezzes)
    .where(sql`${fezzes.id} IN ${selectValues(ids)}`),
);

/** Returns the existing fezzes by id, including deleted ones. */
export const findFezzes = (context: Context, ids: readonly string[]): Map<string, FezRow> =>
  fezCache(context).getAll(ids, (missing) =>
    fezzesQuery.all(context.db, { ids: JSON.stringify(missing) }).map((fez) => [fez.id, fez]),
  );

const fezIDsOfMemberQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select({ fezID: fezMembers.fezID }).from(fezMembers).where(eq(fezMembers.userID, userID)),
);

const memberSources = [{ table: fezMembers, key: fezMembers.userID }];
const fezIDsCache = cacheByKey<readonly string[]>(memberSources, { max: 20_000 });

/** Returns the ids of the fezzes that the user is a member of personally. */
export const findFezIDsOfMember = (context: Context, userID: string): readonly string[] =>
  fezIDsCache(context).get(userID, () => fezIDsOfMemberQuery.all(context.db, { userID }).map(({ fezID }) => fezID));

/** Stays the same until the user joins or leaves a fez; changes within fezzes don't count. */
export const getMembershipsVersion = createVersionByKey(memberSources);

const { postCount: _posts, lastModifiedAt: _activity, ...contentColumns } = getTableColumns(fezzes);

/** Stays the same until a fez is created or changed; posts, joining and leaving don't count. */
export const getContentVersion = createVersion([{ table: fezzes, columns: Object.values(contentColumns) }]);

/** Stays the same until one of the member's fezzes is changed; posts, joining and leaving don't count. */
export const getMembersContentVersion = createVersionByKey(
  [{ table: fezzes, key: fezzes.id, columns: Object.values(contentColumns) }],
  (context, fezID) => findMembers(context, [fezID]).get(fezID) ?? [],
);

const changeSources: readonly Source[] = [
  { table: fezzes, key: fezzes.id, columns: Object.values(contentColumns) },
  { ...postsSource, statements: ['update', 'delete'] },
];
const newPostSources: readonly Source[] = [{ table: fezPosts, key: fezPosts.fezID, statements: ['insert'] }];

/** Stays the same until a fez or one of its posts changes; new posts and reactions don't count. */
export const getChangesVersion = createVersionByKey(changeSources);

/** Stays the same until a new post in the fez. */
export const getPostsVersion = createVersionByKey(newPostSources);

/** Stays the same until one of the member's fezzes, or a post in one, is written; joining and leaving don't count. */
export const getMembersFezzesVersion = createVersionByKey(
  [...changeSources, ...newPostSources],
  (context, fezID) => findMembers(context, [fezID]).get(fezID) ?? [],
);

const readerStateSources: readonly Source[] = [
  { table: fezReaders, key: [fezReaders.userID, fezReaders.fezID] },
  { table: fezSkippedPosts, key: [fezSkippedPosts.userID, fezSkippedPosts.fezID] },
];
const getReadingVersion = createVersionByKey(readerStateSources);

/** Stays the same until the user's reading state or choices in any fez change. */
export const getReadersVersion = createVersionByKey(readerStateSources, (_, key) => key.split(' ', 1));

/** Stays the same until the user's reading state or choices in a fez change. */
export const getOwnVersion = (context: Context, userID: string, fezID: string): Version =>
  getReadingVersion(context, `${userID} ${fezID}`);

/** Stores a new fez without members. */
export function insertFez(context: WriteContext, row: typeof fezzes.$inferInsert): FezRow {
  return context.db.queries.insert(fezzes).values(row).returning().get();
}

/** Stores changes of a fez and updates its last activity. */
export function saveFezChanges(
  context: WriteContext,
  { id }: Pick<FezRow, 'id'>,
  changes: Partial<Omit<FezRow, 'id' | 'lastModifiedAt'>>,
): void {
  context.db.queries.update(fezzes).set(changes).where(eq(fezzes.id, id)).run();
  updateLastActivity(context, { id });
}

const updateLastActivityQuery = prepareWriteText<{ fezID: string; now: number }>(
  'UPDATE fezzes SET last_modified_at = :now WHERE id = :fezID',
);

/** Updates the last activity of a fez. */
export function updateLastActivity(context: WriteContext, { id: fezID }: Pick<FezRow, 'id'>): void {
  updateLastActivityQuery.run(context.db, { fezID, now: context.clock.now().getTime() });
}

const membersQuery = prepareQuery((queries, { fezIDs }: Placeholders<{ fezIDs: string }>) =>
  queries
    .select({ fezID: fezMembers.fezID, userID: fezMembers.userID })
    .from(fezMembers)
    .where(sql`${fezMembers.fezID} IN ${selectValues(fezIDs)}`)
    .orderBy(asc(fezMembers.fezID), asc(fezMembers.position)),
);

const membersCache = cacheByKey<readonly string[]>([{ table: fezMembers, key: fezMembers.fezID }], { max: 20_000 });

/** Returns each fez's members in the order of joining: the same array until someone joins or leaves. */
export const findMembers = (context: Context, fezIDs: readonly string[]): Map<string, readonly string[]> =>
  membersCache(context).getAll(fezIDs, (missing) => loadMembers(context.db, missing));

function loadMembers(db: Database, fezIDs: readonly string[]): Map<string, string[]> {
  const members = new Map<string, string[]>(fezIDs.map((fezID) => [fezID, []]));
  for (const { fezID, userID } of membersQuery.all(db, { fezIDs: JSON.stringify(fezIDs) })) {
    members.get(fezID)?.push(userID);
  }
  return members;
}

type Members = { fezID: string; userIDs: string };

const insertMembersQuery = prepareWriteText<Members>(
  'INSERT INTO fez_members (fez_id, user_id) SELECT :fezID, value FROM json_each(:userIDs) ORDER BY key',
);
const deleteFormerMembersQuery = prepareWriteText<Members>(
  'DELETE FROM fez_former WHERE fez_id = :fezID AND user_id IN (SELECT value FROM json_each(:userIDs))',
);
const deleteMembersQuery = prepareWriteText<Members>(
  'DELETE FROM fez_members WHERE fez_id = :fezID AND user_id IN (SELECT value FROM json_each(:userIDs))',
);
const insertFormerMembersQuery = prepareWriteText<Members>(`
  INSERT INTO fez_former (fez_id, user_id) SELECT :fezID, value FROM json_each(:userIDs) WHERE true
  ON CONFLICT DO NOTHING`);

/** Appends members in this order; they are no longer former members. */
export function insertMembers(context: WriteContext, fezID: string, userIDs: readonly string[]): void {
  const members = { fezID, userIDs: JSON.stringify(userIDs) };
  insertMembersQuery.run(context.db, members);
  deleteFormerMembersQuery.run(context.db, members);
}

/** Removes members and makes them former members. */
export function deleteMembers(context: WriteContext, fezID: string, userIDs: readonly string[]): void {
  const members = { fezID, userIDs: JSON.stringify(userIDs) };
  deleteMembersQuery.run(context.db, members);
  insertFormerMembersQuery.run(context.db, members);
}

const formerMembersQuery = prepareQuery(
  (queries, { userID, fezIDs }: Placeholders<{ userID: string; fezIDs: string }>) =>
    queries
      .select({ fezID: fezFormer.fezID })
      .from(fezFormer)
      .where(and(eq(fezFormer.userID, userID), sql`${fezFormer.fezID} IN ${selectValues(fezIDs)}`)),
);

/** Returns the fezzes that the user has left. */
export function findLeftFezIDs(db: Database, userID: string, fezIDs: readonly string[]): Set<string> {
  if (fezIDs.length === 0) return new Set();
  const rows = formerMembersQuery.all(db, { userID, fezIDs: JSON.stringify(fezIDs) });
  return new Set(rows.map(({ fezID }) => fezID));
}

/** Previous versions of fezzes (moderation rule M11). */
export const fezHistory = createEditHistory(fezEdits, 'fezID');
