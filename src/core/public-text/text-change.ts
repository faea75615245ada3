import type { WriteContext } from '#area/context.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { getUser, listHiddenUserIDs, listMuterIDs, toCaller, type User } from '#core/users/index.ts';
import { type Place, placeRules } from './kinds-of-post.ts';

/** A public text that was created, changed or deleted. */
export interface TextChange {
  readonly place: Place;
  /** Id of the post. */
  readonly contentID: number;
  /** The author shown, which may be a shared account. */
  readonly authorID: string;
  /** The user who makes the change. */
  readonly actorID: string;
  /** The creator of the thread that contains the text, if blocking them hides everything in it. */
  readonly hostID?: string | undefined;
  /** Empty for a new text. */
  readonly before: string;
  /** Empty for a deleted text. */
  readonly after: string;
  /** The descriptions of its pictures. Only alert words apply to them (core rule 135). */
  readonly descriptions?: { readonly before: string; readonly after: string } | undefined;
  /**
   * Who can see the post's place by category and level; blocks and mutes are handled here. `everybody` includes users
   * who aren't logged in: a public category, and a post that isn't under review.
   */
  readonly seenBy: 'everybody' | ((user: User) => boolean);
}

/** The difference between two texts: items only in the old one, and items only in the new one. */
export interface ItemDifference {
  readonly removed: ReadonlySet<string>;
  readonly added: ReadonlySet<string>;
}

/** Returns the items that `read` finds in only one of the two texts. */
export function compareTexts({ before, after }: TextChange, read: (text: string) => Set<string>): ItemDifference {
  const [old, current] = [read(before), read(after)];
  return { removed: old.difference(current), added: current.difference(old) };
}

/**
 * Lists users a text never reaches: those in a block relationship with its author or the creator of its place, and
 * those who mute the author.
 */
export function listUnreachableUsers(
  context: WriteContext,
  { authorID, hostID }: Pick<TextChange, 'authorID' | 'hostID'>,
): Set<string> {
  const listHidden = (userID: string) => new Set(listHiddenUserIDs(context, toCaller(getUser(context, userID))));
  const unreached = listMuterIDs(context.db, authorID).union(listHidden(authorID));
  return hostID === undefined ? unreached : unreached.union(listHidden(hostID));
}

/** Creates a test for whether the place is enabled for a user, so that they're notified (decision 55). */
export function createPlaceEnabledTest(context: WriteContext, place: Place): (userID: string) => boolean {
  const { feature } = placeRules[place];
  if (!isFeatureDisabled(context, undefined, feature)) return () => true;
  return (userID) => !isFeatureDisabled(context, toCaller(getUser(context, userID)), feature);
}
