import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accessLevels, userRoles } from '#contract/access.ts';
import { flag, id, instant, picture } from '#db/columns.ts';

/** States of content that can be moderated (core, Enums: ContentModerationStatus). */
export const moderationStates = ['normal', 'autoQuarantined', 'quarantined', 'modReviewed', 'locked'] as const;
export type ModerationState = (typeof moderationStates)[number];

/** Dinner teams of a profile (core rule 83). */
export const dinnerTeams = ['red', 'gold', 'sro'] as const;

/** Accounts with their profiles. They're never deleted. */
export const users = sqliteTable(
  'users',
  {
    id: id('id').primaryKey(),
    username: text('username').notNull(),
    /** The name with its letter case folded, so that no two accounts differ only in case. */
    usernameKey: text('username_key').notNull().unique(),
    /** The primary account of the family; same as its own id for a primary account. */
    familyID: id('family_id').notNull(),
    accessLevel: text('access_level', { enum: accessLevels }).notNull(),
    /** argon2id; null for accounts without a login. */
    passwordHash: text('password_hash'),
    /** argon2id of the normalized key, set on primary accounts. */
    recoveryKeyHash: text('recovery_key_hash'),
    /**
     * Whether the family's registration code has been used for recovery, which is allowed once (core rule 45). Stored
     * on the primary account.
     */
    recoveryCodeSpent: flag('recovery_code_spent').notNull().default(false),
    /** Consecutive failed recoveries and lookups of the family. Stored on the primary account. */
    recoveryFailures: integer('recovery_failures').notNull().default(0),
    quarantinedUntil: instant('quarantined_until'),
    displayName: text('display_name'),
    realName: text('real_name'),
    preferredPronoun: text('preferred_pronoun'),
    homeLocation: text('home_location'),
    roomNumber: text('room_number'),
    email: text('email'),
    message: text('message'),
    about: text('about'),
    dinnerTeam: text('dinner_team', { enum: dinnerTeams }),
    discordUsername: text('discord_username'),
    /** File name of the avatar. */
    userImage: picture('user_image'),
    /** The composed name that searches use (core rule 72). */
    userSearch: text('user_search').notNull(),
    profileState: text('profile_state', { enum: moderationStates }).notNull().default('normal'),
    profileUpdatedAt: instant('profile_updated_at').notNull(),
    usernameChangedAt: instant('username_changed_at'),
    /** False until the first login. Such an account may be created again (decision 48). */
    hasLoggedIn: flag('has_logged_in').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('users_by_family').on(table.familyID),
    index('users_by_profile_time').on(table.profileUpdatedAt),
    index('users_of_staff').on(table.accessLevel).where(sql`access_level <> 'verified'`),
  ],
);
/** An account as stored. */
export type UserRow = typeof users.$inferSelect;
/** An account as inserted. */
export type NewUserRow = typeof users.$inferInsert;

const userReference = (name: string) =>
  id(name)
    .notNull()
    .references(() => users.id);

/** Roles of accounts. */
export const roleGrants = sqliteTable(
  'user_roles',
  { userID: userReference('user_id'), role: text('role', { enum: userRoles }).notNull() },
  (table) => [primaryKey({ columns: [table.userID, table.role] }), index('user_roles_by_role').on(table.role)],
);

/** Accounts blocked by a family: exactly those it named (core rule 63). */
export const userBlocks = sqliteTable(
  'user_blocks',
  {
    familyID: userReference('family_id'),
    blockedID: userReference('blocked_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.familyID, table.blockedID] }),
    index('user_blocks_by_blocked').on(table.blockedID),
  ],
);

/** Accounts muted by an account (core rule 69). */
export const userMutes = sqliteTable(
  'user_mutes',
  { userID: userReference('user_id'), mutedID: userReference('muted_id'), createdAt: instant('created_at').notNull() },
  (table) => [primaryKey({ columns: [table.userID, table.mutedID] }), index('user_mutes_by_muted').on(table.mutedID)],
);

/** Favorites of an account (core rule 71). */
export const userFavorites = sqliteTable(
  'user_favorites',
  {
    userID: userReference('user_id'),
    favoriteID: userReference('favorite_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.favoriteID] }),
    index('user_favorites_by_favorite').on(table.favoriteID),
  ],
);

/** One private note per author and subject (core rule 94). */
export const userNotes = sqliteTable(
  'user_notes',
  {
    authorID: userReference('author_id'),
    subjectID: userReference('subject_id'),
    note: text('note').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.authorID, table.subjectID] })],
);
