import type { Context } from '#area/context.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { cacheJson } from '#platform/text/json.ts';
import { isUnderReview } from './content-guard.ts';
import { findUser, type User } from './directory.ts';
import { canSeeContentUnderReview, presentSearchName, type ReviewViewer } from './names.ts';
import type { Note } from './notes.ts';
import type { NoteData, UserHeader, UserSearch } from './records.ts';
import { maySee, type Viewer } from './visibility.ts';

/**
 * Presents the header shown with a user's content, without name and picture while they're under review (moderation rule
 * M4).
 */
export const presentHeader = computeOncePerObject((user: User): UserHeader => cacheJson(buildHeader(user)));

function buildHeader(user: User): UserHeader {
  return isUnderReview(user.profileState)
    ? { ...presentStoredHeader(user), displayName: undefined, userImage: undefined }
    : presentStoredHeader(user);
}

/** Presents the header as stored, for moderators. */
export function presentStoredHeader(user: User): UserHeader {
  const { userID, username, displayName, userImage, preferredPronoun } = user;
  return { userID, username, displayName, userImage, preferredPronoun };
}

/**
 * Presents the header in lists of people, as opposed to content: viewers who see through a review see name and picture
 * (decision 62, moderation rule M5).
 */
export const presentHeaderTo = (viewer: ReviewViewer, user: User): UserHeader =>
  canSeeContentUnderReview(viewer, user) ? presentStoredHeader(user) : presentHeader(user);

/** Presents headers of several accounts, in the order of the ids. Skips ids without an account. */
export function presentHeaders(context: Context, userIDs: Iterable<string>): UserHeader[] {
  return [...userIDs].flatMap((userID) => {
    const user = findUser(context, userID);
    return user ? [presentHeader(user)] : [];
  });
}

/** Placeholder for the author of content that stays visible although its author is blocked (core rule 68). */
export const blockedUserHeader: UserHeader = {
  userID: '00000000-0000-4000-8000-00000000b10c',
  username: 'BlockedUser',
  displayName: 'BlockedUser',
  userImage: '',
  preferredPronoun: '',
};

/** Presents the user's header, or the placeholder if a block hides the user from the viewer (core rule 68). */
export const presentHeaderFor = (context: Context, viewer: Viewer | undefined, user: User): UserHeader =>
  maySee(context, viewer, user) ? presentHeader(user) : blockedUserHeader;

/** Presents a user in search results: the header and the composed name. */
export const presentSearch = (viewer: ReviewViewer, user: User): UserSearch => ({
  ...presentHeaderTo(viewer, user),
  userSearch: presentSearchName(viewer, user),
});

/** Presents a note with the header of its subject. */
export function presentNote(viewer: ReviewViewer, { subject, row: { note, createdAt, updatedAt } }: Note): NoteData {
  return { createdAt, updatedAt, targetUser: presentHeaderTo(viewer, subject), note };
}
