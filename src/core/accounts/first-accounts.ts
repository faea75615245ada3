import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '#context';
import type { AccessLevel } from '#contract/access.ts';
import { findUserByName, usernameKey } from '#core/users/index.ts';
import { readClientAccounts } from './client-accounts.ts';
import { insertAccount } from './insert-account.ts';
import { normalizeRecoveryKey } from './recovery-key.ts';

/** An account that exists before anybody registers (core, Accounts at first start). */
interface FirstAccount {
  readonly username: string;
  readonly level: AccessLevel;
  /** Undefined: nobody can log in. */
  readonly password?: string | undefined;
  readonly recoveryKey?: string | undefined;
}

export const sharedAccounts = {
  moderator: 'moderator',
  devteam: 'DevTeam',
  clips: 'MicroKaraoke',
  office: 'THO',
  admin: 'admin',
  metrics: 'prometheus',
} as const;

const trialPassword = 'password';
const trialPeople: readonly FirstAccount[] = [
  { username: 'unverified', level: 'unverified', password: trialPassword },
  { username: 'banned', level: 'banned', password: trialPassword },
  { username: 'quarantined', level: 'quarantined', password: trialPassword },
  { username: 'verified', level: 'verified', password: trialPassword },
  { username: 'james', level: 'verified', password: trialPassword },
  { username: 'heidi', level: 'verified', password: trialPassword },
  { username: 'sam', level: 'verified', password: trialPassword },
];

function builtInAccounts(context: Context, adminPassword: string): FirstAccount[] {
  const { firstPasswords } = context.config;
  return [
    {
      username: sharedAccounts.admin,
      level: 'admin',
      password: adminPassword,
      recoveryKey: firstPasswords.adminRecoveryKey,
    },
    {
      username: sharedAccounts.office,
      level: 'tho',
      password: firstPasswords.managementOffice,
      recoveryKey: firstPasswords.managementOfficeRecoveryKey,
    },
    { username: sharedAccounts.metrics, level: 'client', password: firstPasswords.metrics },
    { username: sharedAccounts.moderator, level: 'moderator' },
    { username: sharedAccounts.devteam, level: 'devteam' },
    { username: sharedAccounts.clips, level: 'client' },
  ];
}

/** Twenty characters that can be read aloud and typed. */
export function makeUpPassword(): string {
  return randomBytes(15).toString('base64url').replace(/[-_]/g, 'x');
}

/**
 * Creates the accounts that are missing. Gives the admin's password when it had to be made up, to be shown once: only
 * its hash is stored.
 */
export async function createFirstAccounts(context: Context): Promise<string | undefined> {
  const { config } = context;
  const isFirstStart = findUserByName(context.db, sharedAccounts.admin) === undefined;
  const adminPassword = config.firstPasswords.admin ?? makeUpPassword();
  const wanted = [
    ...builtInAccounts(context, adminPassword),
    ...(config.trial ? trialPeople : []),
    ...readClientAccounts(join(config.folders.data, 'clients.txt')),
  ];
  const missing = firstOfEachName(wanted).filter(({ username }) => !findUserByName(context.db, username));
  const hashed = await Promise.all(missing.map((account) => withHashes(context, account)));
  context.db.transaction(() => {
    for (const account of hashed) insertAccount(context, account);
  });
  return isFirstStart && config.firstPasswords.admin === undefined ? adminPassword : undefined;
}

/** A clients' file may name somebody twice, or one of the built-in accounts. */
function firstOfEachName(accounts: readonly FirstAccount[]): FirstAccount[] {
  const byName = Map.groupBy(accounts, ({ username }) => usernameKey(username));
  return [...byName.values()].flatMap((sameName) => sameName.slice(0, 1));
}

async function withHashes(context: Context, { username, level, password, recoveryKey }: FirstAccount) {
  const userID = randomUUID();
  return {
    userID,
    familyID: userID,
    username,
    level,
    passwordHash: password === undefined ? undefined : await context.passwords.hash(password),
    recoveryKeyHash:
      recoveryKey === undefined ? undefined : await context.passwords.hash(normalizeRecoveryKey(recoveryKey)),
  };
}
