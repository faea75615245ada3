import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { registrationCodes } from '#core/accounts/tables.ts';
import { type UserRow, users } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';

const codesQuery = prepareQuery((queries, { after, max }: Placeholders<{ after: string; max: number }>) =>
  queries
    .select({ code: registrationCodes.code, familyID: sql<string>`${registrationCodes.userID}` })
    .from(registrationCodes)
    .where(and(gt(registrationCodes.userID, after), eq(registrationCodes.isForDiscordUser, false)))
    .orderBy(asc(registrationCodes.userID))
    .limit(max),
);

/** Returns the ids of families with their own registration code, without those of the chat community. */
export const findFamiliesWithCode = (db: Database, after: string, max: number) => codesQuery.all(db, { after, max });

const usersOfFamiliesQuery = prepareQuery((queries, { familyIDs }: Placeholders<{ familyIDs: string }>) =>
  queries
    .select()
    .from(users)
    .where(sql`${users.familyID} IN ${selectValues(familyIDs)}`)
    .orderBy(users.familyID, sql`${users.id} = ${users.familyID} DESC`, users.usernameKey),
);

/** Returns all accounts of these families, each primary one before its others. */
export const findUsersOfFamilies = (db: Database, familyIDs: readonly string[]): UserRow[] =>
  usersOfFamiliesQuery.all(db, { familyIDs: JSON.stringify(familyIDs) });
