import { and, count, desc, eq, inArray, notInArray } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { hashToken } from '#platform/tokens.ts';
import { loginAddresses, loginTokens, registrationCodes } from './tables.ts';

const tokenByHashQuery = prepareQuery((queries, parameters: Placeholders<{ tokenHash: string }>) =>
  queries.select().from(loginTokens).where(eq(loginTokens.tokenHash, parameters.tokenHash)),
);
const tokenByUserQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string }>) =>
  queries.select().from(loginTokens).where(eq(loginTokens.userID, parameters.userID)),
);
const codeQuery = prepareQuery((queries, parameters: Placeholders<{ code: string }>) =>
  queries.select().from(registrationCodes).where(eq(registrationCodes.code, parameters.code)),
);
const codeByUserQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string }>) =>
  queries.select().from(registrationCodes).where(eq(registrationCodes.userID, parameters.userID)),
);
const addressQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string; addressHash: string }>) =>
  queries
    .select()
    .from(loginAddresses)
    .where(and(eq(loginAddresses.userID, parameters.userID), eq(loginAddresses.addressHash, parameters.addressHash))),
);

export const findTokenByHash = (db: Database, tokenHash: string) => tokenByHashQuery.get(db, { tokenHash });
export const findTokenByUser = (db: Database, userID: string) => tokenByUserQuery.get(db, { userID });

export function insertToken(db: Transaction, row: typeof loginTokens.$inferInsert): void {
  db.queries.insert(loginTokens).values(row).run();
}

/** Gives how many tokens there were. */
export function deleteTokens(db: Transaction, userIDs: readonly string[]): number {
  return db.queries
    .delete(loginTokens)
    .where(inArray(loginTokens.userID, [...userIDs]))
    .run().changes;
}

export type RegistrationCodeRow = typeof registrationCodes.$inferSelect;
export const findRegistrationCode = (db: Database, code: string): RegistrationCodeRow | undefined =>
  codeQuery.get(db, { code });
/** The code tied to a primary account. */
export const findCodeByFamily = (db: Database, familyID: string): RegistrationCodeRow | undefined =>
  codeByUserQuery.get(db, { userID: familyID });

export function setCodeOwner(db: Transaction, code: string, userID: string): void {
  db.queries.update(registrationCodes).set({ userID }).where(eq(registrationCodes.code, code)).run();
}

/** Adds codes that are not there yet. Gives how many were added. */
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

export const countRegistrationCodes = (db: Database): number =>
  db.queries.select({ codes: count() }).from(registrationCodes).get()?.codes ?? 0;

const maxAddresses = 20;

/** When the account last logged in from this address, to within an hour; undefined for never. */
export function findLoginFrom(db: Database, userID: string, address: string): Date | undefined {
  return addressQuery.get(db, { userID, addressHash: hashToken(address) })?.lastLoginAt;
}

/** Remembers where an account logs in from; of many addresses those that were not used for longest are forgotten. */
export function rememberAddress(db: Transaction, userID: string, address: string, now: Date): void {
  db.queries
    .insert(loginAddresses)
    .values({ userID, addressHash: hashToken(address), lastLoginAt: now })
    .onConflictDoUpdate({ target: [loginAddresses.userID, loginAddresses.addressHash], set: { lastLoginAt: now } })
    .run();
  const kept = db.queries
    .select({ addressHash: loginAddresses.addressHash })
    .from(loginAddresses)
    .where(eq(loginAddresses.userID, userID))
    .orderBy(desc(loginAddresses.lastLoginAt))
    .limit(maxAddresses);
  db.queries
    .delete(loginAddresses)
    .where(and(eq(loginAddresses.userID, userID), notInArray(loginAddresses.addressHash, kept)))
    .run();
}
