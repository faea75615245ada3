import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '#context';
import type { AccessLevel } from '#contract/access.ts';
import { findUserByName } from '#core/users/index.ts';
import { readSeedFile } from '#platform/seed-file.ts';
import { insertAccount } from './create-account.ts';
import { importRegistrationCodes } from './import-codes.ts';
import { normalizeRecoveryKey } from './recovery-key.ts';
import { countRegistrationCodes, insertRegistrationCodes } from './store.ts';

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

/** Lines `name:password:recovery key`; the one named `client` is a sample and passed over. */
function clientAccounts(file: string): FirstAccount[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.trim());
  return lines.flatMap((line) => {
    const [username = '', password = '', recoveryKey] = line.split(':').map((part) => part.trim());
    if (username === '' || username.startsWith('#') || username === 'client' || password === '') return [];
    return [{ username, level: 'client' as const, password, recoveryKey }];
  });
}

/** Twenty characters that can be read aloud and typed. */
export function makeUpPassword(): string {
  return randomBytes(15).toString('base64url').replace(/[-_]/g, 'x');
}

/**
 * Creates the accounts that are missing. Gives the admin's password when it had to be made up, to be shown once: only
 * its hash is stored.
 */
async function createFirstAccounts(context: Context): Promise<string | undefined> {
  const { config } = context;
  const isFirstStart = findUserByName(context.db, sharedAccounts.admin) === undefined;
  const adminPassword = config.firstPasswords.admin ?? makeUpPassword();
  const wanted = [
    ...builtInAccounts(context, adminPassword),
    ...(config.trial ? trialPeople : []),
    ...clientAccounts(join(config.folders.data, 'clients.txt')),
  ];
  const missing = wanted.filter(({ username }) => !findUserByName(context.db, username));
  const hashed = await Promise.all(missing.map((account) => withHashes(context, account)));
  context.db.transaction(() => {
    for (const account of hashed) insertAccount(context, account);
  });
  return isFirstStart && config.firstPasswords.admin === undefined ? adminPassword : undefined;
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

const reservedCodes = 100;
const letters = 'abcdefghijklmnopqrstuvwxyz';

function randomCode(): string {
  return Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
}

/** Adds the codes reserved for testers (schedule rule 117). To be called inside a transaction. */
function createReservedCodes(context: Context): void {
  for (let added = 0; added < reservedCodes; ) added += insertRegistrationCodes(context.db, [randomCode()], true);
}

function seedRegistrationCodes(context: Context): void {
  const { trial, folders } = context.config;
  if (countRegistrationCodes(context.db) > 0) return;
  const seed = readSeedFile(folders.seeds, 'registration-codes.txt', trial);
  if (!seed) {
    context.log.warn('no registration codes yet: import them with `gangway import regcodes FILE`');
    return;
  }
  context.db.transaction(() => {
    importRegistrationCodes(context, seed.text, { force: false, dryRun: false });
    if (trial) createReservedCodes(context);
  });
}

/** Makes the built-in accounts and the first registration codes. Gives the lines that show a made-up password once (decision 40). */
export async function prepareAccounts(context: Context): Promise<readonly string[]> {
  const adminPassword = await createFirstAccounts(context);
  seedRegistrationCodes(context);
  if (adminPassword === undefined) return [];
  return ['The account admin was created. Write this down, it is not shown again:', `password ${adminPassword}`];
}
