import type { WriteContext } from '#area/context.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { getUser, listHiddenUserIDs, listMuterIDs, toCaller, type User } from '#core/users/index.ts';
import { type Place, placeRules } from './kinds-of-post.ts';

/** A public text that came, was changed or went. */
export interface TextChange {
  readonly place: Place;
  /** Id of the post. */
  readonly contentID: number;
  /** Under whose name it stands, which may be a shared account. */
  readonly authorID: string;
  /** Who makes the change. */
  readonly actorID: string;
  /** Who made the place it is in, where a block hides that place with all that is in it. */
  readonly hostID?: string | undefined;
  /** Empty for a text that is new. */
  readonly before: string;
  /** Empty for a text that is deleted. */
  readonly after: string;
  /**
   * Who may see where the post stands, by category and level; blocks and mutes are looked at here. `everyone` means also
   * those without a login: a public category, and a post that is not under review.
   */
  readonly seenBy: 'everybody' | ((user: User) => boolean);
}

/** What two texts have different: what only the old one had, and what only the new one has. */
export interface Difference {
  readonly removed: ReadonlySet<string>;
  readonly added: ReadonlySet<string>;
}

/** What a reading of both texts differs in. */
export function compareTexts({ before, after }: TextChange, read: (text: string) => Set<string>): Difference {
  const [old, current] = [read(before), read(after)];
  return { removed: old.difference(current), added: current.difference(old) };
}

/**
 * Whom a text never reaches: users in a block relationship with its author or with who made the place it is in, and
 * those who mute the author.
 */
export function listUnreachedIDs(
  context: WriteContext,
  { authorID, hostID }: Pick<TextChange, 'authorID' | 'hostID'>,
): Set<string> {
  const listHidden = (userID: string) => new Set(listHiddenUserIDs(context, toCaller(getUser(context, userID))));
  const unreached = listMuterIDs(context.db, authorID).union(listHidden(authorID));
  return hostID === undefined ? unreached : unreached.union(listHidden(hostID));
}

/** Is the place switched on for this user, so that they are notified? (decision 55) */
export function createHearing(context: WriteContext, place: Place): (userID: string) => boolean {
  const { feature } = placeRules[place];
  if (!isFeatureDisabled(context, undefined, feature)) return () => true;
  return (userID) => !isFeatureDisabled(context, toCaller(getUser(context, userID)), feature);
}
