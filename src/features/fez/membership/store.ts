import { and, asc, eq, sql } from 'drizzle-orm';
import { selectValues } from '#db/json-list.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { fezFormer, fezMembers } from '../tables.ts';

/** Of each of these fezzes the members in the order of joining. */
const membersQuery = prepareQuery((queries, parameters: Placeholders<{ fezIDs: string }>) =>
  queries
    .select({ fezID: fezMembers.fezID, userID: fezMembers.userID })
    .from(fezMembers)
    .where(sql`${fezMembers.fezID} IN ${selectValues(parameters.fezIDs)}`)
    .orderBy(asc(fezMembers.fezID), asc(fezMembers.position)),
);

export function findMembers(db: Database, fezIDs: readonly string[]): Map<string, string[]> {
  const members = new Map<string, string[]>(fezIDs.map((fezID) => [fezID, []]));
  for (const { fezID, userID } of membersQuery.all(db, { fezIDs: JSON.stringify(fezIDs) })) {
    members.get(fezID)?.push(userID);
  }
  return members;
}

/** Adds people at the end, in this order; they are former members no longer. */
export function insertMembers(db: Transaction, fezID: string, userIDs: readonly string[]): void {
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
export function deleteMembers(db: Transaction, fezID: string, userIDs: readonly string[]): void {
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

const formerQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string; fezIDs: string }>) =>
  queries
    .select({ fezID: fezFormer.fezID })
    .from(fezFormer)
    .where(and(eq(fezFormer.userID, parameters.userID), sql`${fezFormer.fezID} IN ${selectValues(parameters.fezIDs)}`)),
);

/** Those of these fezzes that the user has left. */
export function findLeft(db: Database, userID: string, fezIDs: readonly string[]): Set<string> {
  const rows = formerQuery.all(db, { userID, fezIDs: JSON.stringify(fezIDs) });
  return new Set(rows.map(({ fezID }) => fezID));
}
