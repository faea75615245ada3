import type { Context } from '#area/context.ts';
import type { EventHydrator } from '#area/events.ts';
import type { Caller } from '#contract/access.ts';
import { buildNotificationFrame } from '#core/notifications/index.ts';
import { findUser, maySee } from '#core/users/index.ts';
import { type FezAccess, listJoinedFezzes } from '../access.ts';
import { findLivePosts } from '../posts/store.ts';
import { presentPost } from '../present.ts';
import { createReader } from '../shared-inboxes.ts';
import type { FezPostRow } from '../tables.ts';
import { buildAddedNotice, buildCancelledNotice, buildMemberChange, buildPostNotice } from './notices.ts';

/** Under these words frames are kept: about a fez, a post or a person, by their ids. */
export const eventKinds = {
  added: 'fez-added',
  cancelled: 'fez-cancelled',
  postNotice: 'fez-post-notice',
  post: 'fez-post',
  joined: 'fez-joined',
  left: 'fez-left',
} as const;

type Hydrate = EventHydrator['hydrate'];

/**
 * Frames for those who were away: of fezzes they are in no longer, of deleted posts and hidden people there are none
 * (decision 34). Who may open the socket of a fez was asked before.
 */
export function fezHydrators(context: Context): readonly EventHydrator[] {
  const added: Hydrate = (viewer, fezIDs) =>
    buildFrames(listJoinedFezzes(context, viewer, fezIDs), getFezID, (found) =>
      buildNotificationFrame(buildAddedNotice(context, found)),
    );

  const cancelled: Hydrate = (viewer, fezIDs) =>
    buildFrames(
      listJoinedFezzes(context, viewer, fezIDs).filter(({ fez }) => fez.cancelled),
      getFezID,
      (found) => buildNotificationFrame(buildCancelledNotice(found)),
    );

  const postNotices: Hydrate = (viewer, postIDs) =>
    buildFrames(
      listPostsWithFez(context, viewer, postIDs),
      ({ post }) => String(post.id),
      ({ post, found }) => buildNotificationFrame(buildPostNotice(context, found, post)),
    );

  const posts: Hydrate = (viewer, postIDs) =>
    buildFrames(
      listVisiblePosts(context, viewer, postIDs),
      ({ id }) => String(id),
      (post) => presentPost(context, post),
    );

  const memberChanges =
    (joined: boolean): Hydrate =>
    (viewer, userIDs) =>
      buildFrames(
        keepVisible(context, viewer, userIDs),
        ({ userID }) => userID,
        (one) => buildMemberChange(one, joined),
      );

  return [
    { kind: eventKinds.added, hydrate: added },
    { kind: eventKinds.cancelled, hydrate: cancelled },
    { kind: eventKinds.postNotice, hydrate: postNotices },
    { kind: eventKinds.post, hydrate: posts },
    { kind: eventKinds.joined, hydrate: memberChanges(true) },
    { kind: eventKinds.left, hydrate: memberChanges(false) },
  ];
}

const buildFrames = <Item>(items: readonly Item[], idOf: (item: Item) => string, frameOf: (item: Item) => object) =>
  new Map(items.map((item) => [idOf(item), frameOf(item)]));

const getFezID = ({ fez }: FezAccess): string => fez.id;

/** Those of these posts that are there and whose authors the viewer neither blocks nor mutes. */
function listVisiblePosts(context: Context, viewer: Caller, postIDs: readonly string[]): FezPostRow[] {
  const hidden = new Set(createReader(context, viewer).hiddenIDs);
  return findLivePosts(context.db, postIDs.map(Number)).filter(({ authorID }) => !hidden.has(authorID));
}

/** The same with their fezzes, as far as the viewer is in these. */
function listPostsWithFez(context: Context, viewer: Caller, postIDs: readonly string[]) {
  const posts = listVisiblePosts(context, viewer, postIDs);
  const fezIDs = new Set(posts.map(({ fezID }) => fezID));
  const fezzes = new Map(listJoinedFezzes(context, viewer, [...fezIDs]).map((found) => [found.fez.id, found]));
  return posts.flatMap((post) => {
    const found = fezzes.get(post.fezID);
    return found ? [{ post, found }] : [];
  });
}

const keepVisible = (context: Context, viewer: Caller, userIDs: readonly string[]) =>
  [...new Set(userIDs)].flatMap((userID) => {
    const one = findUser(context, userID);
    return one && maySee(context, viewer, one) ? [one] : [];
  });
