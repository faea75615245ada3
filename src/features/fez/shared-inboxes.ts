import type { LevelChange } from '#area/area.ts';
import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { invalidateSummaries } from '#core/notifications/index.ts';
import { findUserRowByName, listHiddenUserIDs, listMutedUserIDs, listUsers } from '#core/users/index.ts';
import { cacheValue } from '#platform/caches.ts';
import type { Reader } from './reading/readers.ts';
import { markInboxesRead } from './reading/store.ts';

/** An account that nobody logs in to and whose chats a team reads (fez rule 54). */
export interface SharedInbox {
  readonly name: 'devteam' | 'moderator';
  readonly accountID: string;
  /** Whoever has this level or a higher one stands behind it. */
  readonly level: AccessLevel;
}

/** The one that counts first when both are members comes first (fez rule 55). */
const inboxes = [
  { name: 'devteam', username: sharedAccounts.devteam, level: 'devteam' },
  { name: 'moderator', username: sharedAccounts.moderator, level: 'moderator' },
] as const;

const inboxesCache = createOncePerInstance((context) => cacheValue(context.caches, () => loadInboxes(context)));

function loadInboxes({ db }: Context): readonly SharedInbox[] {
  return inboxes.map(({ name, username, level }) => {
    const account = findUserRowByName(db, username);
    if (!account) throw new Error(`the shared account ${username} does not exist`);
    return { name, level, accountID: account.id };
  });
}

export const listSharedInboxes = (context: Context): readonly SharedInbox[] => inboxesCache(context).get();

/** The shared inboxes that somebody of this level reads. */
export const listInboxes = (context: Context, level: AccessLevel): readonly SharedInbox[] =>
  listSharedInboxes(context).filter((inbox) => isAtLeast(level, inbox.level));

/** The inbox with this name, if the caller reads it. */
export const findInbox = (context: Context, caller: Caller, name: SharedInbox['name']): SharedInbox | undefined =>
  listInboxes(context, caller.level).find((inbox) => inbox.name === name);

/** The eyes of the real person, also behind a shared account (fez rule 57). */
export function createReader(context: Context, caller: Caller): Reader {
  const blockedIDs = listHiddenUserIDs(context, caller);
  return {
    userID: caller.userID,
    inboxIDs: listInboxes(context, caller.level).map(({ accountID }) => accountID),
    hiddenIDs: [...blockedIDs, ...listMutedUserIDs(context, caller.userID)],
    blockedIDs,
  };
}

/** Whoever is newly behind a shared account starts with everything there read (decision 31). */
export function markNewInboxesRead(context: WriteContext, { userID, ...levels }: LevelChange): void {
  const idsAt = (level: AccessLevel) => new Set(listInboxes(context, level).map(({ accountID }) => accountID));
  const before = idsAt(levels.before);
  const gained = idsAt(levels.after).difference(before);
  if (gained.size === 0) return;
  markInboxesRead(context.db, userID, [...gained], [...before]);
  invalidateSummaries(context, [userID]);
}

/** Everybody who is in a fez with these members, personally or behind a shared account. */
export function listUsersBehind(context: Context, memberIDs: readonly string[]): Set<string> {
  const teams = listSharedInboxes(context)
    .filter(({ accountID }) => memberIDs.includes(accountID))
    .flatMap(({ level }) => listUsers(context).filter((one) => isAtLeast(one.level, level)));
  return new Set([...memberIDs, ...teams.map(({ userID }) => userID)]);
}
