import { and, count, desc, eq, gte, inArray, notInArray, sql } from 'drizzle-orm';
import { users } from '#core/users/tables.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { loginAddresses, loginTokens, registrationCodes } from './tables.ts';

const tokenByHashQuery = prepareQuery((queries, { tokenHash }: Placeholders<{ tokenHash: string }>) =>
  queries.select().from(loginTokens).where(eq(loginTokens.tokenHash, tokenHash)),
);
const tokenByUserQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(loginTokens).where(eq(loginTokens.userID, userID)),
);
const codeQuery = prepareQuery((queries, { code }: Placeholders<{ code: string }>) =>
  queries.select().from(registrationCodes).where(eq(registrationCodes.code, code)),
);
const codeByUserQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(registrationCodes).where(eq(registrationCodes.userID, userID)),
);
const addressQuery = prepareQuery(
  (queries, { userID, addressHash }: Placeholders<{ userID: string; addressHash: string }>) =>
    queries
      .select()
      .from(loginAddresses)
      .where(and(eq(loginAddresses.userID, userID), eq(loginAddresses.addressHash, addressHash))),
);

/** Finds the login that a token belongs to. */
export const findTokenByHash = (db: Database, tokenHash: string) => tokenByHashQuery.get(db, { tokenHash });
/** Finds the login of an account. */
export const findTokenByUser = (db: Database, userID: string) => tokenByUserQuery.get(db, { userID });

/** Inserts a login for an account without one. */
export function insertToken(db: Transaction, row: typeof loginTokens.$inferInsert): void {
  db.queries.insert(loginTokens).values(row).run();
}

/** Returns the number of deleted tokens. */
export function deleteTokens(db: Transaction, userIDs: readonly string[]): number {
  return db.queries
    .delete(loginTokens)
    .where(inArray(loginTokens.userID, [...userIDs]))
    .run().changes;
}

const anyTokenQuery = prepareQuery((queries) => queries.select().from(loginTokens).limit(1));

/** Returns any login; undefined if no one is logged in. */
export const findAnyToken = (db: Database) => anyTokenQuery.get(db, {});

/** Deletes every login. */
export function deleteAllTokens(db: Transaction): void {
  db.queries.delete(loginTokens).run();
}

/** A registration code as stored, free or used. */
export type RegistrationCodeRow = typeof registrationCodes.$inferSelect;
/** Finds a code by its normal form. */
export const findRegistrationCode = (db: Database, code: string): RegistrationCodeRow | undefined =>
  codeQuery.get(db, { code });
/** Finds the code tied to a primary account. */
export const findCodeByFamily = (db: Database, familyID: string): RegistrationCodeRow | undefined =>
  codeByUserQuery.get(db, { userID: familyID });

/** Ties a code to a primary account. */
export function setCodeOwner(db: Transaction, code: string, userID: string): void {
  db.queries.update(registrationCodes).set({ userID }).where(eq(registrationCodes.code, code)).run();
}

/** Inserts missing codes. Returns how many were added. */
export function insertRegistrationCodes(db: Transaction, codes: readonly string[], isForDiscordUser: boolean): number {
  let added = 0;
  for (const code of codes) {
    added += db.queries
      .insert(registrationCodes)
      .values({ code, isForDiscordUser })
      .onConflictDoNothing()
      .run().changes;
  }
  return added;
}

const codeCountQuery = prepareQuery((queries) => queries.select({ codes: count() }).from(registrationCodes));

/** Counts all codes, free and used. */
export const countRegistrationCodes = (db: Database): number => codeCountQuery.get(db, {})?.codes ?? 0;

const allCodesQuery = prepareQuery((queries) =>
  queries.select({ code: registrationCodes.code }).from(registrationCodes),
);

/** Lists all codes in normal form. */
export const listRegistrationCodes = (db: Database): string[] => allCodesQuery.all(db, {}).map(({ code }) => code);

const unverifiedQuery = prepareQuery((queries, { limit }: Placeholders<{ limit: number }>) =>
  queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.accessLevel, 'unverified'), eq(users.id, users.familyID)))
    .orderBy(desc(users.createdAt), sql`rowid DESC`)
    .limit(limit),
);

/** Lists primary accounts waiting for verification, newest first. */
export const listUnverifiedFamilies = (db: Database, limit: number): string[] =>
  unverifiedQuery.all(db, { limit }).map(({ id }) => id);

const maxAddresses = 20;

/** Returns when the account last logged in from this address, accurate to an hour; undefined if never. */
export function findLastLoginFrom(db: Database, userID: string, address: string): Date | undefined {
  return addressQuery.get(db, { userID, addressHash: hashToken(address) })?.lastLoginAt;
}

/** Saves the address an account logged in from, and deletes all but its most recent addresses. */
export function saveAddress(db: Transaction, userID: string, address: string, now: Date): void {
  db.queries
    .insert(loginAddresses)
    .values({ userID, addressHash: hashToken(address), lastLoginAt: now })
    .onConflictDoUpdate({ target: [loginAddresses.userID, loginAddresses.addressHash], set: { lastLoginAt: now } })
    .run();
  const latest = db.queries
    .select({ addressHash: loginAddresses.addressHash })
    .from(loginAddresses)
    .where(eq(loginAddresses.userID, userID))
    .orderBy(desc(loginAddresses.lastLoginAt))
    .limit(maxAddresses);
  db.queries
    .delete(loginAddresses)
    .where(and(eq(loginAddresses.userID, userID), notInArray(loginAddresses.addressHash, latest)))
    .run();
}

/** Lists accounts with at least this many consecutive failed recoveries, by name. */
export const listAccountsWithFailures = (db: Database, min: number): { id: string; username: string }[] =>
  db.queries
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(gte(users.recoveryFailures, min))
    .orderBy(users.usernameKey)
    .all();
