import { and, asc, eq, sql } from 'drizzle-orm';
import { selectValues } from '#db/json-list.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { fezFormer, fezMembers } from '../tables.ts';

/** Of each of these fezzes the members in the order of joining. */
const membersQuery = statement((queries) =>
  queries
    .select({ fezID: fezMembers.fezID, userID: fezMembers.userID })
    .from(fezMembers)
    .where(sql`${fezMembers.fezID} IN ${selectValues(sql.placeholder('fezIDs'))}`)
    .orderBy(asc(fezMembers.fezID), asc(fezMembers.position))
    .prepare(),
);

export function findMembers(db: Database, fezIDs: readonly string[]): Map<string, string[]> {
  const members = new Map<string, string[]>(fezIDs.map((fezID) => [fezID, []]));
  for (const { fezID, userID } of membersQuery(db).all({ fezIDs: JSON.stringify(fezIDs) })) {
    members.get(fezID)?.push(userID);
  }
  return members;
}

/** Adds people at the end, in this order; they are former members no longer. */
export function insertMembers(db: Database, fezID: string, userIDs: readonly string[]): void {
  if (userIDs.length === 0) return;
  db.queries
    .insert(fezMembers)
    .values(userIDs.map((userID) => ({ fezID, userID })))
    .run();
  db.queries
    .delete(fezFormer)
    .where(and(eq(fezFormer.fezID, fezID), inList(fezFormer.userID, userIDs)))
    .run();
}

/** Takes people out; they are former members from now on. */
export function deleteMembers(db: Database, fezID: string, userIDs: readonly string[]): void {
  if (userIDs.length === 0) return;
  db.queries
    .delete(fezMembers)
    .where(and(eq(fezMembers.fezID, fezID), inList(fezMembers.userID, userIDs)))
    .run();
  db.queries
    .insert(fezFormer)
    .values(userIDs.map((userID) => ({ fezID, userID })))
    .onConflictDoNothing()
    .run();
}

const inList = (column: typeof fezMembers.userID | typeof fezFormer.userID, userIDs: readonly string[]) =>
  sql`${column} IN ${selectValues(JSON.stringify(userIDs))}`;

const formerQuery = statement((queries) =>
  queries
    .select({ fezID: fezFormer.fezID })
    .from(fezFormer)
    .where(
      and(
        eq(fezFormer.userID, sql.placeholder('userID')),
        sql`${fezFormer.fezID} IN ${selectValues(sql.placeholder('fezIDs'))}`,
      ),
    )
    .prepare(),
);

/** Those of these fezzes that the user has left. */
export function findLeft(db: Database, userID: string, fezIDs: readonly string[]): Set<string> {
  const rows = formerQuery(db).all({ userID, fezIDs: JSON.stringify(fezIDs) });
  return new Set(rows.map(({ fezID }) => fezID));
}
