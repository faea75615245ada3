import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Context, transact } from '#area/context.ts';
import type { AccessLevel } from '#contract/access.ts';
import { findUserRowByName, foldUsername } from '#core/users/index.ts';
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

const developmentPassword = 'password';
const developmentAccounts: readonly FirstAccount[] = [
  { username: 'unverified', level: 'unverified', password: developmentPassword },
  { username: 'banned', level: 'banned', password: developmentPassword },
  { username: 'quarantined', level: 'quarantined', password: developmentPassword },
  { username: 'verified', level: 'verified', password: developmentPassword },
  { username: 'james', level: 'verified', password: developmentPassword },
  { username: 'heidi', level: 'verified', password: developmentPassword },
  { username: 'sam', level: 'verified', password: developmentPassword },
];

function listBuiltInAccounts(context: Context, adminPassword: string): FirstAccount[] {
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
export function generatePassword(): string {
  return randomBytes(15).toString('base64url').replace(/[-_]/g, 'x');
}

/**
 * Creates the accounts that are missing. Gives the admin's password when it had to be made up, to be shown once: only
 * its hash is stored.
 */
export async function createFirstAccounts(context: Context): Promise<string | undefined> {
  const { config } = context;
  const isFirstStart = findUserRowByName(context.db, sharedAccounts.admin) === undefined;
  const adminPassword = config.firstPasswords.admin ?? generatePassword();
  const wanted = [
    ...listBuiltInAccounts(context, adminPassword),
    ...(config.isDevelopment ? developmentAccounts : []),
    ...readClientAccounts(join(config.folders.data, 'clients.txt')),
  ];
  const missing = keepFirstOfEachName(wanted).filter(({ username }) => !findUserRowByName(context.db, username));
  const hashed = await Promise.all(missing.map((account) => hashSecrets(context, account)));
  transact(context, (context) => {
    for (const account of hashed) insertAccount(context, account);
  });
  return isFirstStart && config.firstPasswords.admin === undefined ? adminPassword : undefined;
}

/** A clients' file may name somebody twice, or one of the built-in accounts. */
function keepFirstOfEachName(accounts: readonly FirstAccount[]): FirstAccount[] {
  const byName = Map.groupBy(accounts, ({ username }) => foldUsername(username));
  return [...byName.values()].flatMap((sameName) => sameName.slice(0, 1));
}

async function hashSecrets(context: Context, { username, level, password, recoveryKey }: FirstAccount) {
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
