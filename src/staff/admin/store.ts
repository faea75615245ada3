import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { RegistrationCodeRow } from '#core/accounts/index.ts';
import { registrationCodes } from '#core/accounts/tables.ts';
import type { Database, Transaction } from '#db/open.ts';
import { prepareQuery } from '#db/prepared.ts';

/** Counts registration codes of one kind: all, those with a chat name, and those tied to a user. */
export interface CodeCount {
  readonly isForDiscordUser: boolean;
  readonly codes: number;
  readonly assigned: number;
  readonly used: number;
}

const codeCountsQuery = prepareQuery((queries) =>
  queries
    .select({
      isForDiscordUser: registrationCodes.isForDiscordUser,
      codes: count(),
      assigned: count(registrationCodes.discordUsername),
      used: count(registrationCodes.userID),
    })
    .from(registrationCodes)
    .groupBy(registrationCodes.isForDiscordUser),
);

/** Counts the passengers' codes and the reserved ones. */
export const countCodes = (db: Database): CodeCount[] => codeCountsQuery.all(db, {});

const freeReservedCodeQuery = prepareQuery((queries) =>
  queries
    .select()
    .from(registrationCodes)
    .where(
      and(
        eq(registrationCodes.isForDiscordUser, true),
        isNull(registrationCodes.discordUsername),
        isNull(registrationCodes.userID),
      ),
    )
    .orderBy(sql`rowid`)
    .limit(1),
);

/** Finds the oldest reserved code without a chat name or a user. */
export const findFreeReservedCode = (db: Database): RegistrationCodeRow | undefined =>
  freeReservedCodeQuery.get(db, {});

/** Assigns a reserved code to a member of the chat community. */
export function assignReservedCode(db: Transaction, code: string, discordUsername: string): void {
  db.queries.update(registrationCodes).set({ discordUsername }).where(eq(registrationCodes.code, code)).run();
}
