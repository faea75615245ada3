import { cacheValue } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { findUserRowByName, listUsers, type User } from '#core/users/index.ts';
import { users } from '#core/users/tables.ts';

/** An account that no one logs in to, whose chats a team reads and in whose name the team posts (fez rule 54). */
export interface SharedInbox {
  readonly name: 'devteam' | 'moderator';
  readonly accountID: string;
  /** Anyone who has this level or a higher one is of the team. */
  readonly level: AccessLevel;
}

/** The one that counts first when both are members comes first (fez rule 55). */
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

/** The shared inboxes that an account of this level reads. */
export const listInboxes = (context: Context, level: AccessLevel): readonly SharedInbox[] =>
  getInboxes(context).filter((inbox) => isAtLeast(level, inbox.level));

/** The inbox with this name, if the caller acts for its team. */
export const findInbox = (context: Context, caller: Caller, name: SharedInbox['name']): SharedInbox | undefined =>
  listInboxes(context, caller.level).find((inbox) => inbox.name === name);

/** The inbox with this name. Throws 403 unless the caller acts for its team. */
export function getInbox(context: Context, caller: Caller, name: SharedInbox['name']): SharedInbox {
  const inbox = findInbox(context, caller, name);
  if (!inbox) throw forbidden(`You do not act for the account “${name}”.`);
  return inbox;
}

/** The name of a shared inbox, in any letter case; undefined for other words. */
export const readInboxName = (word: string): SharedInbox['name'] | undefined =>
  inboxes.find(({ name }) => name === word.toLowerCase())?.name;

/** Whose chats these are: the accounts themselves, and everyone of a team whose shared account is among them. */
export function listUsersBehind(context: Context, accountIDs: readonly string[]): Set<string> {
  const teams = getInboxes(context)
    .filter(({ accountID }) => accountIDs.includes(accountID))
    .flatMap(({ level }) => listUsers(context).filter((user) => isAtLeast(user.level, level)));
  return new Set([...accountIDs, ...teams.map(({ userID }) => userID)]);
}

/** Everyone who acts for the shared account of this name. */
export const findTeam = (context: Context, name: SharedInbox['name']): User[] =>
  inboxes
    .filter((inbox) => inbox.name === name)
    .flatMap(({ level }) => listUsers(context).filter((user) => isAtLeast(user.level, level)));

/** Whom a post shall name as its author, next to the one who writes it. */
export interface PostAs {
  readonly postAsModerator?: boolean | undefined;
  readonly postAsDevTeam?: boolean | undefined;
}

/** Id of the author of a post: a shared account when one of its team asks for it, else the caller (forums rule B27). */
export function chooseAuthor(context: Context, caller: Caller, { postAsModerator, postAsDevTeam }: PostAs): string {
  const moderator = postAsModerator ? findInbox(context, caller, 'moderator') : undefined;
  const devteam = postAsDevTeam ? findInbox(context, caller, 'devteam') : undefined;
  return (moderator ?? devteam)?.accountID ?? caller.userID;
}
