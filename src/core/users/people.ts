import { type Context, perContext } from '#context';
import type { AccessLevel, Caller, UserRole } from '#contract/access.ts';
import { type KeyedCache, keyedCache, remembered } from '#platform/caches.ts';
import type { UserHeader } from './records.ts';
import { loadEverybody, loadPerson } from './store/accounts.ts';
import type { ModerationState } from './tables.ts';
import { composeUserSearch } from './user-search.ts';

/** What the service keeps at hand of an account: enough to gate its calls and to show it as an author. */
export interface Person {
  readonly userID: string;
  readonly username: string;
  readonly familyID: string;
  readonly level: AccessLevel;
  readonly roles: ReadonlySet<UserRole>;
  readonly quarantinedUntil: Date | undefined;
  readonly displayName: string | undefined;
  readonly userImage: string | undefined;
  readonly preferredPronoun: string | undefined;
  /** The composed name as stored; `searchNameOf` gives what may be seen of it. */
  readonly userSearch: string;
  readonly profileState: ModerationState;
}

const mostPeopleHeld = 20_000;
const held = perContext((context): KeyedCache<Person | undefined> => keyedCache(context.caches, mostPeopleHeld));
const directory = perContext((context) =>
  remembered(context.caches, (): readonly Person[] => loadEverybody(context.db)),
);

/** The account with this id; undefined when there is none. */
export function person(context: Context, userID: string): Person | undefined {
  return held(context).get(userID, () => loadPerson(context.db, userID));
}

/** The account with this id, which must be there: rows refer to accounts, and accounts are never deleted. */
export function knownPerson(context: Context, userID: string): Person {
  const found = person(context, userID);
  if (!found) throw new Error(`something refers to ${userID}, who has no account`);
  return found;
}

/** All accounts, by username: what people are searched in and lists of people are picked from. */
export const everybody = (context: Context): readonly Person[] => directory(context).get();

/** To be called by whatever has changed an account: everybody sees the new state at once (core rule 123). */
export function personChanged(context: Context, userID: string): void {
  context.db.invalidate(() => {
    held(context).drop(userID);
    directory(context).drop();
  });
}

/** The account as the maker of a call. */
export const asCaller = (one: Person): Caller => one;

/** Is the profile hidden while moderators look at it? (core rule 80) */
export const isUnderReview = (state: ModerationState): boolean =>
  state === 'quarantined' || state === 'autoQuarantined';

/** The header shown with everything the person wrote; name and picture under review are left out (moderation rule M4). */
export function headerOf(one: Person): UserHeader {
  return isUnderReview(one.profileState)
    ? { ...trueHeaderOf(one), displayName: undefined, userImage: undefined }
    : trueHeaderOf(one);
}

/** The header as stored, for moderators who judge it. */
export function trueHeaderOf(one: Person): UserHeader {
  const { userID, username, displayName, userImage, preferredPronoun } = one;
  return { userID, username, displayName, userImage, preferredPronoun };
}

/** The composed name that others see and search in; of a profile under review only the username is left (core rules 72, 80). */
export function searchNameOf({ username, userSearch, profileState }: Person): string {
  return isUnderReview(profileState) ? composeUserSearch({ username, displayName: null, realName: null }) : userSearch;
}

/** Headers of several accounts, in the order given; ids without an account are left out. */
export function headersOf(context: Context, userIDs: Iterable<string>): UserHeader[] {
  return [...userIDs].flatMap((userID) => {
    const one = person(context, userID);
    return one ? [headerOf(one)] : [];
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
