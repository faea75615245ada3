import { type Context, perContext } from '#context';
import { type AccessLevel, type Caller, isAtLeast } from '#contract/access.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { summaryChanged } from '#core/notifications/index.ts';
import { everybody, findUserByName, hiddenUserIDs, mutedUserIDs } from '#core/users/index.ts';
import { remembered } from '#platform/caches.ts';
import type { Reader } from './store/readers.ts';
import { markInboxesRead } from './store/reading.ts';

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

const held = perContext((context) => remembered(context.caches, () => loadInboxes(context)));

function loadInboxes({ db }: Context): readonly SharedInbox[] {
  return inboxes.map(({ name, username, level }) => {
    const account = findUserByName(db, username);
    if (!account) throw new Error(`the shared account ${username} does not exist`);
    return { name, level, accountID: account.id };
  });
}

export const sharedInboxes = (context: Context): readonly SharedInbox[] => held(context).get();

/** The shared inboxes that somebody of this level reads. */
export const inboxesAt = (context: Context, level: AccessLevel): readonly SharedInbox[] =>
  sharedInboxes(context).filter((inbox) => isAtLeast(level, inbox.level));

/** The inbox with this name, if the caller reads it. */
export const inboxNamed = (context: Context, caller: Caller, name: SharedInbox['name']): SharedInbox | undefined =>
  inboxesAt(context, caller.level).find((inbox) => inbox.name === name);

/** The eyes of the real person, also behind a shared account (fez rule 57). */
export function asReader(context: Context, caller: Caller): Reader {
  const blockedIDs = hiddenUserIDs(context, caller);
  return {
    userID: caller.userID,
    inboxIDs: inboxesAt(context, caller.level).map(({ accountID }) => accountID),
    hiddenIDs: [...blockedIDs, ...mutedUserIDs(context, caller.userID)],
    blockedIDs,
  };
}

/** Whoever is newly behind a shared account starts with everything there read (decision 31). */
export function welcomeToInboxes(
  context: Context,
  userID: string,
  levels: { before: AccessLevel; after: AccessLevel },
): void {
  const idsAt = (level: AccessLevel) => new Set(inboxesAt(context, level).map(({ accountID }) => accountID));
  const before = idsAt(levels.before);
  const gained = idsAt(levels.after).difference(before);
  if (gained.size === 0) return;
  markInboxesRead(context.db, userID, [...gained], [...before]);
  summaryChanged(context, [userID]);
}

/** Everybody who is in a fez with these members, personally or behind a shared account. */
export function peopleBehind(context: Context, memberIDs: readonly string[]): Set<string> {
  const teams = sharedInboxes(context)
    .filter(({ accountID }) => memberIDs.includes(accountID))
    .flatMap(({ level }) => everybody(context).filter((one) => isAtLeast(one.level, level)));
  return new Set([...memberIDs, ...teams.map(({ userID }) => userID)]);
}
