import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { FrameSource } from '#contract/frames.ts';
import { notificationFrame } from '#core/notifications/index.ts';
import { maySee, person } from '#core/users/index.ts';
import { type FoundFez, joinedFezzes } from './find-fez.ts';
import { addedNotice, cancelledNotice, memberChange, postNotice } from './notices.ts';
import { presentPost } from './present.ts';
import { asReader } from './shared-inboxes.ts';
import { findLivePosts } from './store/posts.ts';
import type { FezPostRow } from './tables.ts';

/** Under these words frames are kept: about a fez, a post or a person, by their ids. */
export const frameKinds = {
  added: 'fez-added',
  cancelled: 'fez-cancelled',
  postNotice: 'fez-post-notice',
  post: 'fez-post',
  joined: 'fez-joined',
  left: 'fez-left',
} as const;

type Remake = FrameSource['remake'];

/**
 * Frames for those who were away: of fezzes they are in no longer, of deleted posts and hidden people there are none
 * (decision 34). Who may open the socket of a fez was asked before.
 */
export function fezFrames(context: Context): readonly FrameSource[] {
  const added: Remake = (viewer, fezIDs) =>
    framesOf(joinedFezzes(context, viewer, fezIDs), idOfFez, (found) => notificationFrame(addedNotice(context, found)));

  const cancelled: Remake = (viewer, fezIDs) =>
    framesOf(
      joinedFezzes(context, viewer, fezIDs).filter(({ fez }) => fez.cancelled),
      idOfFez,
      (found) => notificationFrame(cancelledNotice(found)),
    );

  const postNotices: Remake = (viewer, postIDs) =>
    framesOf(
      postsWithFez(context, viewer, postIDs),
      ({ post }) => String(post.id),
      ({ post, found }) => notificationFrame(postNotice(context, found, post)),
    );

  const posts: Remake = (viewer, postIDs) =>
    framesOf(
      visiblePosts(context, viewer, postIDs),
      ({ id }) => String(id),
      (post) => presentPost(context, post),
    );

  const memberChanges =
    (joined: boolean): Remake =>
    (viewer, userIDs) =>
      framesOf(
        visibleAmong(context, viewer, userIDs),
        ({ userID }) => userID,
        (one) => memberChange(one, joined),
      );

  return [
    { kind: frameKinds.added, remake: added },
    { kind: frameKinds.cancelled, remake: cancelled },
    { kind: frameKinds.postNotice, remake: postNotices },
    { kind: frameKinds.post, remake: posts },
    { kind: frameKinds.joined, remake: memberChanges(true) },
    { kind: frameKinds.left, remake: memberChanges(false) },
  ];
}

const framesOf = <Item>(items: readonly Item[], idOf: (item: Item) => string, frameOf: (item: Item) => object) =>
  new Map(items.map((item) => [idOf(item), frameOf(item)]));

const idOfFez = ({ fez }: FoundFez): string => fez.id;

/** Those of these posts that are there and whose authors the viewer neither blocks nor mutes. */
function visiblePosts(context: Context, viewer: Caller, postIDs: readonly string[]): FezPostRow[] {
  const hidden = new Set(asReader(context, viewer).hiddenIDs);
  return findLivePosts(context.db, postIDs.map(Number)).filter(({ authorID }) => !hidden.has(authorID));
}

/** The same with their fezzes, as far as the viewer is in these. */
function postsWithFez(context: Context, viewer: Caller, postIDs: readonly string[]) {
  const posts = visiblePosts(context, viewer, postIDs);
  const fezIDs = new Set(posts.map(({ fezID }) => fezID));
  const fezzes = new Map(joinedFezzes(context, viewer, [...fezIDs]).map((found) => [found.fez.id, found]));
  return posts.flatMap((post) => {
    const found = fezzes.get(post.fezID);
    return found ? [{ post, found }] : [];
  });
}

const visibleAmong = (context: Context, viewer: Caller, userIDs: readonly string[]) =>
  [...new Set(userIDs)].flatMap((userID) => {
    const one = person(context, userID);
    return one && maySee(context, viewer, one) ? [one] : [];
  });
