import { type Context, perContext } from '#context';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { keyedCache } from '#platform/caches.ts';
import { blockedUserHeader, everybody, headerOf, type Person, person } from './people.ts';
import type { UserHeader } from './records.ts';
import { findBlockedFamilies, findHideableAccounts } from './store/blocks.ts';

/**
 * Who may see whose content. A block works between whole families and in both directions; accounts of moderators and
 * above neither hide nor are hidden (core rules 63 to 67).
 */
const blockedFamilies = perContext((context) => keyedCache<ReadonlySet<string>>(context.caches, 20_000));
const hiddenAccounts = perContext((context) => keyedCache<readonly string[]>(context.caches, 20_000));

/** To be called by whatever has changed a level or the members of a family: others may have blocked it. */
export function visibilityChanged(context: Context): void {
  context.db.invalidate(() => {
    blockedFamilies(context).clear();
    hiddenAccounts(context).clear();
  });
}

/** To be called by whatever has changed a block between these families, which concerns nobody else. */
export function blocksChanged(context: Context, familyIDs: readonly string[]): void {
  context.db.invalidate(() => {
    for (const familyID of familyIDs) {
      blockedFamilies(context).drop(familyID);
      hiddenAccounts(context).drop(familyID);
    }
  });
}

type Viewer = Pick<Caller, 'level' | 'familyID'>;
type Viewed = Pick<Person, 'level' | 'familyID'>;

function blockedBy(context: Context, familyID: string): ReadonlySet<string> {
  return blockedFamilies(context).get(familyID, () => findBlockedFamilies(context.db, familyID));
}

/** Does no block stand between the two? Someone who is not logged in is blocked by nobody. */
export function maySee(context: Context, viewer: Viewer | undefined, viewed: Viewed): boolean {
  if (!viewer || isAtLeast(viewer.level, 'moderator') || isAtLeast(viewed.level, 'moderator')) return true;
  return !blockedBy(context, viewer.familyID).has(viewed.familyID);
}

/** The person's header; somebody whom a block hides from the viewer keeps the place without the name (core rule 68). */
export const headerFor = (context: Context, viewer: Viewer | undefined, one: Person): UserHeader =>
  maySee(context, viewer, one) ? headerOf(one) : blockedUserHeader;

/** Ids of all accounts whose content is hidden from the viewer by a block; for use in queries. */
export function hiddenUserIDs(context: Context, viewer: Viewer | undefined): readonly string[] {
  if (!viewer || isAtLeast(viewer.level, 'moderator')) return [];
  return hiddenAccounts(context).get(viewer.familyID, () =>
    findHideableAccounts(context.db, [...blockedBy(context, viewer.familyID)]),
  );
}

/** The account with this id as the viewer sees it. Throws not-found when there is none or a block hides it. */
export function visiblePerson(context: Context, viewer: Viewer | undefined, userID: string): Person {
  const found = person(context, userID);
  if (!found || !maySee(context, viewer, found)) throw notFound('user');
  return found;
}

/** All accounts that `wanted` picks and no block hides from the viewer, by username. */
export function visiblePeople(
  context: Context,
  viewer: Viewer | undefined,
  wanted: (one: Person) => boolean,
): Person[] {
  return everybody(context).filter((one) => wanted(one) && maySee(context, viewer, one));
}
