import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { AccessLevel, Caller, UserRole } from '#contract/access.ts';
import { cacheValue, createKeyedCache, type KeyedCache } from '#platform/caches.ts';
import type { UserHeader } from './records.ts';
import { loadAllUsers, loadUser } from './store/accounts.ts';
import type { ModerationState } from './tables.ts';
import { composeUserSearch } from './user-search.ts';

/** What the service keeps at hand of an account: enough to gate its calls and to show it as an author. */
export interface User {
  readonly userID: string;
  readonly username: string;
  readonly familyID: string;
  readonly level: AccessLevel;
  readonly roles: ReadonlySet<UserRole>;
  readonly quarantinedUntil: Date | undefined;
  readonly displayName: string | undefined;
  readonly userImage: string | undefined;
  readonly preferredPronoun: string | undefined;
  /** The composed name as stored; `presentSearchName` gives what may be seen of it. */
  readonly userSearch: string;
  readonly profileState: ModerationState;
}

const maxUsersCached = 20_000;
const userCache = createOncePerInstance(
  (context): KeyedCache<User> => createKeyedCache(context.caches, maxUsersCached),
);
const directoryCache = createOncePerInstance((context) =>
  cacheValue(context.caches, (): readonly User[] => loadAllUsers(context.db)),
);

/** The account with this id; undefined when there is none. */
export function findUser(context: Context, userID: string): User | undefined {
  return userCache(context).get(userID, () => loadUser(context.db, userID));
}

/** The account with this id, which must be there: rows refer to accounts, and accounts are never deleted. */
export function getUser(context: Context, userID: string): User {
  const found = findUser(context, userID);
  if (!found) throw new Error(`something refers to ${userID}, who has no account`);
  return found;
}

/** All accounts, by username: what people are searched in and lists of people are picked from. */
export const listUsers = (context: Context): readonly User[] => directoryCache(context).get();

/** To be called by whatever has changed an account: everybody sees the new state at once (core rule 123). */
export function invalidateUser(context: WriteContext, userID: string): void {
  context.db.invalidate(() => {
    userCache(context).invalidate(userID);
    directoryCache(context).invalidate();
  });
}

/** The account as the maker of a call. */
export const toCaller = (one: User): Caller => one;

/** Is the profile hidden while moderators look at it? (core rule 80) */
export const isUnderReview = (state: ModerationState): boolean =>
  state === 'quarantined' || state === 'autoQuarantined';

/** The header shown with everything the person wrote; name and picture under review are left out (moderation rule M4). */
export function presentHeader(one: User): UserHeader {
  return isUnderReview(one.profileState)
    ? { ...presentTrueHeader(one), displayName: undefined, userImage: undefined }
    : presentTrueHeader(one);
}

/** The header as stored, for moderators who judge it. */
export function presentTrueHeader(one: User): UserHeader {
  const { userID, username, displayName, userImage, preferredPronoun } = one;
  return { userID, username, displayName, userImage, preferredPronoun };
}

/** The composed name that others see and search in; of a profile under review only the username is left (core rules 72, 80). */
export function presentSearchName({ username, userSearch, profileState }: User): string {
  return isUnderReview(profileState) ? composeUserSearch({ username, displayName: null, realName: null }) : userSearch;
}

/** Headers of several accounts, in the order given; ids without an account are left out. */
export function presentHeaders(context: Context, userIDs: Iterable<string>): UserHeader[] {
  return [...userIDs].flatMap((userID) => {
    const one = findUser(context, userID);
    return one ? [presentHeader(one)] : [];
  });
}

/** Stands for the author of content that must stay although its author is blocked (core rule 68). */
export const blockedUserHeader: UserHeader = {
  userID: '00000000-0000-4000-8000-00000000b10c',
  username: 'BlockedUser',
  displayName: 'BlockedUser',
  userImage: '',
  preferredPronoun: '',
};
