import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { RegistrationCodeRow } from '#core/accounts/index.ts';
import { registrationCodes } from '#core/accounts/tables.ts';
import type { Database, Transaction } from '#db/open.ts';

/** Registration codes of one kind: how many there are, how many with a chat name, how many tied to a user. */
export interface CodeCount {
  readonly isForDiscordUser: boolean;
  readonly codes: number;
  readonly assigned: number;
  readonly used: number;
}

export function countCodes(db: Database): CodeCount[] {
  return db.queries
    .select({
      isForDiscordUser: registrationCodes.isForDiscordUser,
      codes: count(),
      assigned: count(registrationCodes.discordUsername),
      used: count(registrationCodes.userID),
    })
    .from(registrationCodes)
    .groupBy(registrationCodes.isForDiscordUser)
    .all();
}

/** A reserved code without a chat name and without a user, the earliest made first. */
export function findFreeReservedCode(db: Database): RegistrationCodeRow | undefined {
  return db.queries
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
    .limit(1)
    .get();
}

export function assignReservedCode(db: Transaction, code: string, discordUsername: string): void {
  db.queries.update(registrationCodes).set({ discordUsername }).where(eq(registrationCodes.code, code)).run();
}
