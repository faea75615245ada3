import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';

/** One login per account, shared by all its devices (core rule 39). */
export const loginTokens = sqliteTable('login_tokens', {
  userID: id('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Random. The token is derived from it with the instance's key, so this row alone isn't enough to log in. */
  nonce: text('nonce').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: instant('created_at').notNull(),
});

/**
 * Hashes of addresses from which an account has logged in. Wrong passwords from them are counted separately (decision
 * 42).
 */
export const loginAddresses = sqliteTable(
  'login_addresses',
  {
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    addressHash: text('address_hash').notNull(),
    lastLoginAt: instant('last_login_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userID, table.addressHash] })],
);

/** Registration codes. Each verifies one family. */
export const registrationCodes = sqliteTable(
  'registration_codes',
  {
    /** Normal form: six lower-case letters or digits. */
    code: text('code').primaryKey(),
    /** The primary account that used it; null if the code is free. */
    userID: id('user_id')
      .unique()
      .references(() => users.id),
    /** Reserved for the chat community that tests before the sailing (admin rule A10). */
    isForDiscordUser: flag('is_for_discord_user').notNull().default(false),
    discordUsername: text('discord_username'),
  },
  (table) => [index('registration_codes_by_reserve').on(table.isForDiscordUser)],
);
