import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { isServiceRunning } from '#app/instance-lock.ts';
import { type RunState, readRunState } from '#app/run-state.ts';
import { writeAuditLog } from '#area/audit-log.ts';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { isAddress } from '#config/env.ts';
import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import {
  endSessions,
  findCodeByFamily,
  generatePassword,
  presenceMilliseconds,
  sharedAccounts,
  unlockAllFamilies,
} from '#core/accounts/index.ts';
import { UserPasswordData } from '#core/accounts/records.ts';
import { sendUnlock } from '#core/commands/index.ts';
import {
  findRoles,
  findUser,
  findUserRowByName,
  isSpecialAccount,
  listFamily,
  setLevel,
  toCaller,
  type User,
  updateUser,
} from '#core/users/index.ts';
import { type UserRow, users } from '#core/users/tables.ts';
import { parse } from '#http/parse-request.ts';
import { turnWithoutSender } from '#platform/secrets/passwords.ts';
import { demote, promote, type StaffLevel, unlockCode } from '#staff/admin/index.ts';
import { type SettableLevel, setAccessLevel } from '#staff/moderation/index.ts';
import { CommandFailed, WrongUse } from './failure.ts';
import { describeLockOut, formatMoment } from './format-status.ts';
import { askForSecret, formatTable, readFirstLine, say } from './terminal.ts';
import { withInstance } from './with-instance.ts';

/** Finds the account of this name in any letter case. Throws CommandFailed if there is none. */
function getUserByName({ db }: Context, name: string): UserRow {
  const user = findUserRowByName(db, name);
  if (user) return user;
  throw new CommandFailed(`No account is called ${name}: look it up with \`gangway user list --search\`.`);
}

interface UserFilter {
  readonly level?: AccessLevel;
  readonly search?: string;
  /** Only those who are online. */
  readonly online?: boolean;
}

/** Prints the accounts with a level and a text in their names. */
export async function listUsers(config: Config, filter: UserFilter): Promise<void> {
  const present = filter.online ? await readOnlineUserIDs(config) : undefined;
  const found = await withInstance(config, { create: false }, (context) => findUsers(context, filter));
  const accounts = present ? found.filter(({ id }) => present.has(id)) : found;
  const rows = accounts.map(({ username, level, primary, createdAt }) => [
    username,
    level,
    primary === username ? '' : primary,
    createdAt.toISOString().slice(0, 10),
  ]);
  if (rows.length > 0) say(formatTable([['username', 'level', 'alternate of', 'created'], ...rows]));
  say(`${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`);
}

const primaryUsers = alias(users, 'primaries');

function findUsers({ db }: Context, { level, search }: UserFilter) {
  return db.queries
    .select({
      id: users.id,
      username: users.username,
      level: users.accessLevel,
      primary: primaryUsers.username,
      createdAt: users.createdAt,
    })
    .from(users)
    .innerJoin(primaryUsers, eq(primaryUsers.id, users.familyID))
    .where(and(level && eq(users.accessLevel, level), search === undefined ? undefined : matchUserSearch(search)))
    .orderBy(users.usernameKey)
    .all();
}

const matchUserSearch = (text: string): SQL => sql`instr(lower(${users.userSearch}), lower(${text})) > 0`;

/**
 * Returns the ids of those who are online, from the running service's last report. Throws CommandFailed if there is
 * none.
 */
async function readOnlineUserIDs(config: Config): Promise<Set<string>> {
  const run = await readRunState(config);
  if (!run || run.endedAt || !isServiceRunning(config))
    throw new CommandFailed('No service is running, so no one is online.');
  const since = run.at.getTime() - presenceMilliseconds;
  return new Set(run.people.flatMap(([userID, at, sockets]) => (sockets > 0 || at >= since ? [userID] : [])));
}

/** Prints what the crew needs to know about an account to help its owner; nothing from the profile. */
export async function showUser(config: Config, name: string): Promise<void> {
  const run = await readRunState(config);
  const facts = await withInstance(config, { create: false }, (context) => {
    const user = getUserByName(context, name);
    return [...describeUser(context, user), ...describePresence(user, run)];
  });
  say(formatTable(facts));
}

/** Formats what the running service knows about the account. */
function describePresence({ id, username }: UserRow, run: RunState | undefined): string[][] {
  const [, at, sockets = 0] = run?.people.find(([userID]) => userID === id) ?? [];
  const locks = run?.box?.lockOuts.filter((lock) => lock.username === username) ?? [];
  return [
    ['last seen', at === undefined ? 'unknown' : formatMoment(new Date(at))],
    ['open sockets', run && !run.endedAt ? String(sockets) : 'no service is running'],
    ['locked out', locks.length === 0 ? 'no' : locks.map(describeLockOut).join('; ')],
  ];
}

function describeUser({ db }: Context, user: UserRow): string[][] {
  const family = listFamily(db, user.familyID);
  const [primary] = family;
  const code = findCodeByFamily(db, user.familyID)?.code;
  return [
    ['username', user.username],
    ['id', user.id],
    ['level', user.accessLevel],
    ['roles', [...findRoles(db, user.id)].join(', ') || 'none'],
    ['quarantined until', user.quarantinedUntil?.toISOString() ?? '-'],
    ['created', user.createdAt.toISOString()],
    ['login', describeLogin(user)],
    ['family', family.map(({ username, accessLevel }) => `${username} (${accessLevel})`).join(', ')],
    ['registration code', code ?? 'none'],
    ['recovery by code', code === undefined ? '-' : primary?.recoveryCodeSpent ? 'used up' : 'possible'],
    ['failed recoveries', String(primary?.recoveryFailures ?? 0)],
  ];
}

function describeLogin({ passwordHash, hasLoggedIn }: UserRow): string {
  if (passwordHash === null) return 'sign-in disabled';
  return hasLoggedIn ? 'has signed in' : 'never signed in';
}

/** Shared accounts of a group: their posts have no single author, and no one logs in to them. */
const accountsWithoutLogin: readonly string[] = [
  sharedAccounts.moderator,
  sharedAccounts.devteam,
  sharedAccounts.clips,
];

/** Sets a new password, generated or entered; the account's logins stay valid (core rule 39). */
export async function setPassword(config: Config, name: string, { generate }: { generate: boolean }): Promise<void> {
  await withInstance(config, { create: false }, async (context) => {
    const { id, username } = getUserByName(context, name);
    if (accountsWithoutLogin.includes(username))
      throw new CommandFailed(`${username} is a shared account, so no one signs in to it.`);
    const password = generate ? generatePassword() : await enterPassword(username);
    const { newPassword } = parse(UserPasswordData, { currentPassword: '', newPassword: password });
    const passwordHash = await context.passwords.hash(newPassword, turnWithoutSender);
    transact(context, (context) => {
      updateUser(context, id, { passwordHash });
      writeAuditLog(context, 'a password was set', { username });
    });
    say(generate ? `password ${password}` : `${username} has a new password`);
  });
}

async function enterPassword(username: string): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine();
  const password = await askForSecret(`New password for ${username}: `);
  const repeated = await askForSecret('Repeat the password: ');
  if (password !== repeated) throw new WrongUse("The passwords don't match: nothing was changed.");
  return password;
}

/** Lets every locked family recover its accounts again (core rule 51). */
export async function unlockAllUsers(config: Config): Promise<void> {
  const unlocked = await withInstance(config, { create: false }, (context) =>
    transact(context, (context) => {
      sendUnlock(context, { everybody: true });
      return unlockAllFamilies(context);
    }),
  );
  say(unlocked.length === 0 ? 'no one was locked out' : `unlocked: ${unlocked.join(', ')}`);
}

/** Lets people at an address register again: resets its failed code attempts and its count of new accounts. */
export async function unlockAddress(config: Config, address: string): Promise<void> {
  if (!isAddress(address)) throw new WrongUse(`"${address}" isn't an IP address.`);
  await withInstance(config, { create: false }, (context) =>
    transact(context, (context) => {
      sendUnlock(context, { address });
      writeAuditLog(context, 'people at an address can register again', { from: address });
    }),
  );
  say(`People at ${address} can register and try codes again now.`);
}

/** Ends the logins of an account on all its devices, and closes its sockets. */
export async function logOutUser(config: Config, name: string): Promise<void> {
  const username = await withInstance(config, { create: false }, (context) => {
    const { id, username } = getUserByName(context, name);
    transact(context, (context) => {
      endSessions(context, [id], 'signed out by the crew');
      writeAuditLog(context, 'an account was signed out', { username });
    });
    return username;
  });
  say(`${username} is signed out on all devices`);
}

/** Lets a family recover its accounts, log in and try registration codes again (admin rule A11). */
export async function unlockUser(config: Config, name: string): Promise<void> {
  await withInstance(config, { create: false }, (context) => {
    const { id } = getUserByName(context, name);
    const { users } = transact(context, (context) => {
      const unlocked = unlockCode(context, id);
      sendUnlock(context, { userIDs: unlocked.users.map(({ userID }) => userID) });
      return unlocked;
    });
    say(`unlocked: ${users.map(({ username }) => username).join(', ')}`);
  });
}

/** `client` is for service accounts, which are created from clients.txt. */
export type AssignableLevel = Exclude<AccessLevel, 'client'>;

/** Sets an account's level by the rules of the staff's own calls, and also allows the level admin. */
export async function setUserLevel(config: Config, name: string, level: AssignableLevel): Promise<void> {
  await withInstance(config, { create: false }, (context) => {
    const { id, username } = getUserByName(context, name);
    transact(context, (context) => changeLevel(context, getUser(context, id), level));
    say(`${username} is ${level} now`);
  });
}

type LevelSetter = (context: WriteContext, admin: Caller, user: User) => void;

const createLevelLowering =
  (level: SettableLevel): LevelSetter =>
  (context, admin, { userID }) =>
    setAccessLevel(context, admin, userID, level);

const createPromotion =
  (level: StaffLevel): LevelSetter =>
  (context, admin, { userID }) =>
    promote(context, admin, userID, level);

const levelSetters: Readonly<Record<AssignableLevel, LevelSetter>> = {
  banned: createLevelLowering('banned'),
  quarantined: createLevelLowering('quarantined'),
  unverified: createLevelLowering('unverified'),
  verified: createLevelLowering('verified'),
  moderator: createPromotion('moderator'),
  devteam: createPromotion('devteam'),
  tho: createPromotion('tho'),
  admin: makeAdmin,
};

function changeLevel(context: WriteContext, user: User, level: AssignableLevel): void {
  const admin = getBuiltInAdmin(context);
  if (isSpecialAccount(user)) throw new CommandFailed(`The level of ${user.username} is fixed.`);
  if (user.level === level) throw new CommandFailed(`The account ${user.username} already has this level.`);
  const leavesStaff = isAtLeast(user.level, 'moderator') && !isAtLeast(level, user.level);
  if (leavesStaff) {
    demote(context, admin, user.userID);
    endSessions(context, [user.userID], 'your access has changed');
    // Setting this level again would affect the rest of the family.
    if (level === 'verified') return;
  }
  levelSetters[level](context, admin, user);
}

/** No call does this, so no stolen login can. */
function makeAdmin(context: WriteContext, _admin: Caller, { userID, username, level }: User): void {
  if (!isAtLeast(level, 'verified')) throw new CommandFailed(`The account ${username} must be verified first.`);
  setLevel(context, userID, 'admin');
  writeAuditLog(context, "an account's access level was changed", { username, before: level, after: 'admin' });
}

/** The crew acts in its name: the moderator log requires an account. */
function getBuiltInAdmin(context: Context): Caller {
  const row = findUserRowByName(context.db, sharedAccounts.admin);
  if (!row) throw new CommandFailed('There are no accounts yet: start the service once.');
  return toCaller(getUser(context, row.id));
}

function getUser(context: Context, userID: string): User {
  const user = findUser(context, userID);
  if (!user) throw new Error(`account ${userID} is gone`);
  return user;
}
