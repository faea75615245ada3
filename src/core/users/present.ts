import type { Context } from '#area/context.ts';
import { cacheJson } from '#platform/text/json.ts';
import { isUnderReview } from './content-guard.ts';
import { findUser, type User } from './directory.ts';
import { presentSearchName, seesThroughReview, type Viewing } from './names.ts';
import type { Note } from './notes.ts';
import type { NoteData, UserHeader, UserSearch } from './records.ts';
import { maySee, type Viewer } from './visibility.ts';

const headers = new WeakMap<User, UserHeader>();

/** The header shown with everything a user wrote; name and picture under review are left out (moderation rule M4). */
export function presentHeader(user: User): UserHeader {
  const existing = headers.get(user);
  if (existing) return existing;
  const header = cacheJson(buildHeader(user));
  headers.set(user, header);
  return header;
}

function buildHeader(user: User): UserHeader {
  return isUnderReview(user.profileState)
    ? { ...presentTrueHeader(user), displayName: undefined, userImage: undefined }
    : presentTrueHeader(user);
}

/** The header as stored, for moderators who judge it. */
export function presentTrueHeader(user: User): UserHeader {
  const { userID, username, displayName, userImage, preferredPronoun } = user;
  return { userID, username, displayName, userImage, preferredPronoun };
}

/**
 * The header as a viewer gets it who asks for people, not for what they wrote: those who see through a review see name and
 * picture (decision 62, moderation rule M5).
 */
export const presentHeaderTo = (viewer: Viewing, user: User): UserHeader =>
  seesThroughReview(viewer, user) ? presentTrueHeader(user) : presentHeader(user);

/** Headers of several accounts, in the order of the ids; ids without an account are left out. */
export function presentHeaders(context: Context, userIDs: Iterable<string>): UserHeader[] {
  return [...userIDs].flatMap((userID) => {
    const user = findUser(context, userID);
    return user ? [presentHeader(user)] : [];
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

/** The user's header, or the placeholder when a block hides the user from the viewer (core rule 68). */
export const presentHeaderFor = (context: Context, viewer: Viewer | undefined, user: User): UserHeader =>
  maySee(context, viewer, user) ? presentHeader(user) : blockedUserHeader;

/** A user as a search lists it: the header and the composed name. */
export const presentSearch = (viewer: Viewing, user: User): UserSearch => ({
  ...presentHeaderTo(viewer, user),
  userSearch: presentSearchName(viewer, user),
});

/** A note with the header of its subject. */
export function presentNote(viewer: Viewing, { subject, row: { note, createdAt, updatedAt } }: Note): NoteData {
  return { createdAt, updatedAt, targetUser: presentHeaderTo(viewer, subject), note };
}
