import { and, asc, eq, sql } from 'drizzle-orm';
import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidateSummaries } from '#core/notifications/index.ts';
import { createEdit } from '#core/reports/index.ts';
import { listUsersBehind } from '#core/teams/index.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText, selectValues } from '#db/prepared.ts';
import { cacheValue, createKeyedCache } from '#platform/caches.ts';
import { type ChatChange, invalidateUnread } from './reading/unread-rows.ts';
import { type FezEditRow, type FezRow, fezEdits, fezFormer, fezMembers, fezzes } from './tables.ts';

const fezQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(fezzes).where(eq(fezzes.id, id)),
);

const fezCache = createOncePerInstance((context) => createKeyedCache<FezRow>(context.caches, 10_000));

/** Deleted ones too. The row is the same object as long as neither the fez nor its posts change. */
export const findFez = (context: Context, id: string): FezRow | undefined =>
  fezCache(context).get(id, () => fezQuery.get(context.db, { id }));

/** Whatever changes a fez or its posts calls this. */
export function invalidateFez(context: WriteContext, id: string): void {
  context.db.invalidate(() => fezCache(context).invalidate(id));
}

const fezzesQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select()
    .from(fezzes)
    .where(sql`${fezzes.id} IN ${selectValues(ids)}`),
);

/** Those that there are, deleted ones too, by id. */
export const findFezzes = (context: Context, ids: readonly string[]): Map<string, FezRow> =>
  fezCache(context).getAll(ids, (missing) =>
    fezzesQuery.all(context.db, { ids: JSON.stringify(missing) }).map((fez) => [fez.id, fez]),
  );

const fezIDsOfMemberQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select({ fezID: fezMembers.fezID }).from(fezMembers).where(eq(fezMembers.userID, userID)),
);

/** Ids of the fezzes that the user is in personally. */
export const findFezIDsOfMember = (db: Database, userID: string): string[] =>
  fezIDsOfMemberQuery.all(db, { userID }).map(({ fezID }) => fezID);

const contentVersion = createOncePerInstance((context) => cacheValue(context.caches, () => ({})));

/** The same object as long as no fez is made or changed, whatever is posted in them and whoever comes and goes. */
export const getContentVersion = (context: Context): object => contentVersion(context).get();

function invalidateContent(context: WriteContext): void {
  context.db.invalidate(() => contentVersion(context).invalidate());
}

/** Stores a new fez, without members. */
export function insertFez(context: WriteContext, row: typeof fezzes.$inferInsert): FezRow {
  invalidateContent(context);
  return context.db.queries.insert(fezzes).values(row).returning().get();
}

/** A fez with those who are in it; a `FezAccess` is one. */
interface FezWithMembers {
  readonly fez: Pick<FezRow, 'id'>;
  readonly memberIDs: readonly string[];
}

/** Stores changes of a fez, which may be new to its members. */
export function saveChange(
  context: WriteContext,
  access: FezWithMembers,
  changes: Partial<Omit<FezRow, 'id' | 'lastModifiedAt'>>,
): void {
  context.db.queries.update(fezzes).set(changes).where(eq(fezzes.id, access.fez.id)).run();
  invalidateContent(context);
  saveActivity(context, access);
}

const touchQuery = prepareWriteText<{ fezID: string; now: number }>(
  'UPDATE fezzes SET last_modified_at = :now WHERE id = :fezID',
);

/** Stores that something happened in a fez, which may be new to its members; `isNewPost` when it was that alone. */
export function saveActivity(
  context: WriteContext,
  { fez, memberIDs }: FezWithMembers,
  { isNewPost = false } = {},
): void {
  touchQuery.run(context.db, { fezID: fez.id, now: context.clock.now().getTime() });
  invalidateFez(context, fez.id);
  invalidateChatsOf(context, listUsersBehind(context, memberIDs), { fezID: fez.id, isNewPost });
}

const chatsVersion = createOncePerInstance((context) => createKeyedCache<object>(context.caches, 20_000));

/** The same object as long as nothing changes in what the user is in, nor in what they have read and chosen there. */
export const getChatsVersion = (context: Context, userID: string): object =>
  chatsVersion(context).get(userID, () => ({}));

/** For whatever changes the lists of these users, or what is new to them. */
export function invalidateChatsOf(context: WriteContext, userIDs: Iterable<string>, change: ChatChange): void {
  const users = [...userIDs];
  context.db.invalidate(() => {
    for (const userID of users) chatsVersion(context).invalidate(userID);
  });
  const affected = invalidateUnread(context, users, change);
  invalidateSummaries(context, 'fez', affected);
}

const membershipsVersion = createOncePerInstance((context) => createKeyedCache<object>(context.caches, 20_000));

/** The same object as long as the user comes into nothing and leaves nothing, whatever happens there. */
export const getMembershipsVersion = (context: Context, userID: string): object =>
  membershipsVersion(context).get(userID, () => ({}));

const membersQuery = prepareQuery((queries, { fezIDs }: Placeholders<{ fezIDs: string }>) =>
  queries
    .select({ fezID: fezMembers.fezID, userID: fezMembers.userID })
    .from(fezMembers)
    .where(sql`${fezMembers.fezID} IN ${selectValues(fezIDs)}`)
    .orderBy(asc(fezMembers.fezID), asc(fezMembers.position)),
);

const membersCache = createOncePerInstance((context) => createKeyedCache<readonly string[]>(context.caches, 10_000));

/** Of each of these fezzes the members in the order of joining: the same array as long as nobody comes or goes. */
export const findMembers = (context: Context, fezIDs: readonly string[]): Map<string, readonly string[]> =>
  membersCache(context).getAll(fezIDs, (missing) => loadMembers(context.db, missing));

function loadMembers(db: Database, fezIDs: readonly string[]): Map<string, string[]> {
  const members = new Map<string, string[]>(fezIDs.map((fezID) => [fezID, []]));
  for (const { fezID, userID } of membersQuery.all(db, { fezIDs: JSON.stringify(fezIDs) })) {
    members.get(fezID)?.push(userID);
  }
  return members;
}

function invalidateMembers(context: WriteContext, fezID: string, userIDs: readonly string[]): void {
  context.db.invalidate(() => {
    membersCache(context).invalidate(fezID);
    for (const userID of userIDs) membershipsVersion(context).invalidate(userID);
  });
}

type Members = { fezID: string; userIDs: string };

const insertMembersQuery = prepareWriteText<Members>(
  'INSERT INTO fez_members (fez_id, user_id) SELECT :fezID, value FROM json_each(:userIDs) ORDER BY key',
);
const deleteFormerQuery = prepareWriteText<Members>(
  'DELETE FROM fez_former WHERE fez_id = :fezID AND user_id IN (SELECT value FROM json_each(:userIDs))',
);
const deleteMembersQuery = prepareWriteText<Members>(
  'DELETE FROM fez_members WHERE fez_id = :fezID AND user_id IN (SELECT value FROM json_each(:userIDs))',
);
const insertFormerQuery = prepareWriteText<Members>(`
  INSERT INTO fez_former (fez_id, user_id) SELECT :fezID, value FROM json_each(:userIDs) WHERE true
  ON CONFLICT DO NOTHING`);

/** Adds members at the end, in this order; they are former members no longer. */
export function insertMembers(context: WriteContext, fezID: string, userIDs: readonly string[]): void {
  const members = { fezID, userIDs: JSON.stringify(userIDs) };
  insertMembersQuery.run(context.db, members);
  deleteFormerQuery.run(context.db, members);
  invalidateMembers(context, fezID, userIDs);
}

/** Takes members out; they are former members from now on. */
export function deleteMembers(context: WriteContext, fezID: string, userIDs: readonly string[]): void {
  const members = { fezID, userIDs: JSON.stringify(userIDs) };
  deleteMembersQuery.run(context.db, members);
  insertFormerQuery.run(context.db, members);
  invalidateMembers(context, fezID, userIDs);
}

const formerQuery = prepareQuery((queries, { userID, fezIDs }: Placeholders<{ userID: string; fezIDs: string }>) =>
  queries
    .select({ fezID: fezFormer.fezID })
    .from(fezFormer)
    .where(and(eq(fezFormer.userID, userID), sql`${fezFormer.fezID} IN ${selectValues(fezIDs)}`)),
);

/** Those of these fezzes that the user has left. */
export function findLeft(db: Database, userID: string, fezIDs: readonly string[]): Set<string> {
  if (fezIDs.length === 0) return new Set();
  const rows = formerQuery.all(db, { userID, fezIDs: JSON.stringify(fezIDs) });
  return new Set(rows.map(({ fezID }) => fezID));
}

/** Stores what a fez says before it changes, for the moderators (moderation rule M11). */
export function recordContent(
  context: WriteContext,
  editor: Caller,
  { id: fezID, title, info, location }: FezRow,
): void {
  context.db.queries
    .insert(fezEdits)
    .values({ ...createEdit(context, editor), fezID, title, info, location })
    .run();
}

const editsQuery = prepareQuery((queries, { fezID }: Placeholders<{ fezID: string }>) =>
  queries.select().from(fezEdits).where(eq(fezEdits.fezID, fezID)).orderBy(asc(fezEdits.createdAt), sql`rowid`),
);

/** Oldest first. */
export const findEdits = (db: Database, fezID: string): FezEditRow[] => editsQuery.all(db, { fezID });
