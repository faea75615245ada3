import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Context, transact } from '#area/context.ts';
import type { AccessLevel } from '#contract/access.ts';
import { createUser, findUserRowByName, foldUsername, type NewUser } from '#core/users/index.ts';
import { turnWithoutSender } from '#platform/secrets/passwords.ts';
import { readClientsFile } from './clients-file.ts';
import { assertUsablePasswords, warnAboutOtherPasswords } from './first-passwords.ts';
import { seedRegistrationCodes } from './import-codes.ts';
import { normalizeRecoveryKey } from './recovery-key.ts';
import { sharedAccounts } from './shared-accounts.ts';

/** An account that exists before anyone registers (core, Accounts at first start). */
interface FirstAccount {
  readonly username: string;
  readonly level: AccessLevel;
  /** Undefined if no one can log in. */
  readonly password?: string | undefined;
  readonly recoveryKey?: string | undefined;
}

/** An account with a well-known password, for developers to log in with. */
export interface KnownAccount {
  readonly name: string;
  readonly level: AccessLevel;
  readonly password: string;
}

/** Accounts that anyone can log in to in development and testing, lowest level first. Empty in other environments. */
export function listKnownAccounts({ isDevelopment, firstPasswords }: Context['config']): readonly KnownAccount[] {
  if (!isDevelopment) return [];
  const { admin, managementOffice } = firstPasswords;
  const staff: readonly FirstAccount[] = [
    { username: sharedAccounts.office, level: 'tho', password: managementOffice },
    { username: sharedAccounts.admin, level: 'admin', password: admin },
  ];
  return [...developmentAccounts, ...staff].flatMap(({ username: name, level, password }) =>
    level === 'banned' || password === undefined ? [] : [{ name, level, password }],
  );
}

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

/** Returns the accounts of registered clients, and logs lines that name none. */
function readClientAccounts({ config, log }: Context): FirstAccount[] {
  const { clients, faults } = readClientsFile(join(config.folders.data, 'clients.txt'));
  for (const fault of faults) log.warn(fault);
  return clients.map((client) => ({ ...client, level: 'client' }));
}

/** Returns 20 characters that are easy to read aloud and type. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url').replace(/[-_]/g, 'x');
}

/**
 * Creates missing built-in accounts and the first registration codes. Returns the lines that show a generated password
 * once (decision 40).
 */
export async function prepareAccounts(context: Context): Promise<readonly string[]> {
  await warnAboutOtherPasswords(context);
  const adminPassword = await createFirstAccounts(context);
  await seedRegistrationCodes(context);
  if (adminPassword === undefined) return [];
  return ["The account admin was created. Write this down; it won't be shown again:", `password ${adminPassword}`];
}

/** Returns the admin's password if it was generated, because only its hash is stored. */
async function createFirstAccounts(context: Context): Promise<string | undefined> {
  const { config } = context;
  const isFirstStart = findUserRowByName(context.db, sharedAccounts.admin) === undefined;
  const adminPassword = config.firstPasswords.admin ?? generatePassword();
  const accounts = [
    ...listBuiltInAccounts(context, adminPassword),
    ...(config.isDevelopment ? developmentAccounts : []),
    ...readClientAccounts(context),
  ];
  const missing = removeDuplicateNames(accounts).filter(({ username }) => !findUserRowByName(context.db, username));
  assertUsablePasswords(config, missing);
  const hash = createKnownPasswordHasher(context);
  const hashed = await Promise.all(missing.map((account) => hashSecrets(account, hash)));
  transact(context, (context) => {
    for (const account of hashed) createUser(context, account);
  });
  return isFirstStart && config.firstPasswords.admin === undefined ? adminPassword : undefined;
}

/** A clients file may name an account twice, or name a built-in one. */
function removeDuplicateNames(accounts: readonly FirstAccount[]): FirstAccount[] {
  const byName = Map.groupBy(accounts, ({ username }) => foldUsername(username));
  return [...byName.values()].flatMap((sameName) => sameName.slice(0, 1));
}

/** Hashes the well-known password once for all accounts that have it: each hash takes 13 ms. */
function createKnownPasswordHasher({ passwords }: Context): (secret: string) => Promise<string> {
  let ofKnown: Promise<string> | undefined;
  const hash = (secret: string) => passwords.hash(secret, turnWithoutSender);
  return (secret) => {
    if (secret !== developmentPassword) return hash(secret);
    ofKnown ??= hash(secret);
    return ofKnown;
  };
}

async function hashSecrets(
  { username, level, password, recoveryKey }: FirstAccount,
  hash: (secret: string) => Promise<string>,
): Promise<NewUser> {
  const userID = randomUUID();
  return {
    userID,
    familyID: userID,
    username,
    level,
    passwordHash: password === undefined ? undefined : await hash(password),
    recoveryKeyHash: recoveryKey === undefined ? undefined : await hash(normalizeRecoveryKey(recoveryKey)),
  };
}
