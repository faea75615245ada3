import { cacheValue } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { findUserRowByName, listUsers, type User } from '#core/users/index.ts';
import { users } from '#core/users/tables.ts';

/** An account that no one logs in to. A team reads its chats and posts under its name (fez rule 54). */
export interface SharedInbox {
  readonly name: 'devteam' | 'moderator';
  readonly accountID: string;
  /** The minimum level of team members. */
  readonly level: AccessLevel;
}

/** If both are members of a chat, the first one in this list counts (fez rule 55). */
const inboxes = [
  { name: 'devteam', username: sharedAccounts.devteam, level: 'devteam' },
  { name: 'moderator', username: sharedAccounts.moderator, level: 'moderator' },
] as const;

const getInboxes = cacheValue([{ table: users, columns: [users.usernameKey] }], loadInboxes);

function loadInboxes({ db }: Context): readonly SharedInbox[] {
  return inboxes.map(({ name, username, level }) => {
    const account = findUserRowByName(db, username);
    if (!account) throw new Error(`the shared account ${username} does not exist`);
    return { name, level, accountID: account.id };
  });
}

/** Lists the shared inboxes that an account of this level reads. */
export const listInboxes = (context: Context, level: AccessLevel): readonly SharedInbox[] =>
  getInboxes(context).filter((inbox) => isAtLeast(level, inbox.level));

/** Returns the inbox with this name if the caller is on its team. */
export const findInbox = (context: Context, caller: Caller, name: SharedInbox['name']): SharedInbox | undefined =>
  listInboxes(context, caller.level).find((inbox) => inbox.name === name);

/** Returns the inbox with this name. Throws 403 unless the caller is on its team. */
export function getInbox(context: Context, caller: Caller, name: SharedInbox['name']): SharedInbox {
  const inbox = findInbox(context, caller, name);
  if (!inbox) throw forbidden('notOnTeam', `You don't have access to the account “${name}”.`);
  return inbox;
}

/** Returns the name of a shared inbox, in any letter case; undefined for other words. */
export const readInboxName = (word: string): SharedInbox['name'] | undefined =>
  inboxes.find(({ name }) => name === word.toLowerCase())?.name;

/** Lists the users behind these accounts: the accounts themselves, and the teams of shared accounts among them. */
export function expandSharedAccounts(context: Context, accountIDs: readonly string[]): Set<string> {
  const teams = getInboxes(context)
    .filter(({ accountID }) => accountIDs.includes(accountID))
    .flatMap(({ level }) => listUsers(context).filter((user) => isAtLeast(user.level, level)));
  return new Set([...accountIDs, ...teams.map(({ userID }) => userID)]);
}

/** Lists the members of the shared account's team. */
export const findTeam = (context: Context, name: SharedInbox['name']): User[] =>
  inboxes
    .filter((inbox) => inbox.name === name)
    .flatMap(({ level }) => listUsers(context).filter((user) => isAtLeast(user.level, level)));

/** The shared account to use as a post's author instead of the caller. */
export interface AuthorChoice {
  readonly postAsModerator?: boolean | undefined;
  readonly postAsDevTeam?: boolean | undefined;
}

/**
 * Returns the id of a post's author: a shared account if a team member requests it, otherwise the caller (forums rule
 * B27).
 */
export function chooseAuthor(
  context: Context,
  caller: Caller,
  { postAsModerator, postAsDevTeam }: AuthorChoice,
): string {
  const moderator = postAsModerator ? findInbox(context, caller, 'moderator') : undefined;
  const devteam = postAsDevTeam ? findInbox(context, caller, 'devteam') : undefined;
  return (moderator ?? devteam)?.accountID ?? caller.userID;
}
