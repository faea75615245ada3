import type { Context } from '#area/context.ts';
import type { EventHydrator, EventTopics } from '#area/events.ts';
import type { Caller } from '#contract/access.ts';
import { buildNotificationFrame } from '#core/notifications/index.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { findUser, maySee } from '#core/users/index.ts';
import { type FezAccess, findRelationships, listJoinedFezzes } from '../access.ts';
import { postReactions } from '../posts/reactions-store.ts';
import { findLivePosts } from '../posts/store.ts';
import { getReader } from '../reading/reader.ts';
import { findMuters } from '../reading/reading-state.ts';
import { findFezIDsOfMember, findFezzes } from '../store.ts';
import type { FezPostRow } from '../tables.ts';
import {
  buildAddedNotice,
  buildCancelledNotice,
  buildMemberChange,
  buildPostFrame,
  buildPostNotice,
  buildReactionFrame,
  eventKinds,
  getNoticeTopic,
  parseReactionSubject,
} from './notify-members.ts';

type HydrateEvents = EventHydrator['hydrate'];

/**
 * Frames for users who were away; none for fezzes they have left, deleted posts or hidden users (decision 34). The
 * caller has already checked who may open a fez's socket.
 */
export function fezHydrators(context: Context): readonly EventHydrator[] {
  const added: HydrateEvents = (viewer, fezIDs) =>
    buildFrames(listJoinedFezzes(context, viewer, fezIDs), getFezID, (access) =>
      buildNotificationFrame(buildAddedNotice(context, access)),
    );

  const cancelled: HydrateEvents = (viewer, fezIDs) =>
    buildFrames(
      listJoinedFezzes(context, viewer, fezIDs).filter(({ fez }) => fez.cancelled && fez.ownerID !== viewer.userID),
      getFezID,
      (access) => buildNotificationFrame(buildCancelledNotice(access)),
    );

  const postNotices: HydrateEvents = (viewer, postIDs) =>
    buildFrames(
      removeMutedFezzes(context, viewer, listPostsWithFez(context, viewer, postIDs)),
      ({ post }) => String(post.id),
      ({ post, access }) => buildNotificationFrame(buildPostNotice(context, access, post)),
    );

  const posts: HydrateEvents = (viewer, postIDs) =>
    buildFrames(
      listVisiblePosts(context, viewer, postIDs),
      ({ id }) => String(id),
      (post) => buildPostFrame(context, post),
    );

  const memberChanges =
    (joined: boolean): HydrateEvents =>
    (viewer, userIDs) =>
      buildFrames(
        findVisibleUsers(context, viewer, userIDs),
        ({ userID }) => userID,
        (user) => buildMemberChange(user, joined),
      );

  const reactions: HydrateEvents = (viewer, subjectIDs) =>
    buildFrames(
      listVisibleReactions(context, viewer, subjectIDs),
      ({ subjectID }) => subjectID,
      ({ postID, user, reaction }) => buildReactionFrame(postID, user, reaction),
    );

  return [
    { kind: eventKinds.added, hydrate: added },
    { kind: eventKinds.cancelled, hydrate: cancelled },
    { kind: eventKinds.postNotice, hydrate: postNotices },
    { kind: eventKinds.post, hydrate: posts },
    { kind: eventKinds.joined, hydrate: memberChanges(true) },
    { kind: eventKinds.left, hydrate: memberChanges(false) },
    { kind: eventKinds.reaction, hydrate: reactions },
  ];
}

/** Only personal members of a fez get its notifications. */
export const fezTopics =
  (context: Context): EventTopics =>
  ({ userID }) =>
    findFezIDsOfMember(context, userID).map(getNoticeTopic);

const buildFrames = <Item>(items: readonly Item[], getID: (item: Item) => string, build: (item: Item) => object) =>
  new Map(items.map((item) => [getID(item), build(item)]));

const getFezID = ({ fez }: FezAccess): string => fez.id;

/**
 * Returns the posts that aren't deleted or hidden from the viewer by a block, or by a mute where the viewer is a
 * member.
 */
function listVisiblePosts(context: Context, viewer: Caller, postIDs: readonly string[]): FezPostRow[] {
  const posts = findLivePosts(context.db, postIDs.map(Number));
  const rows = [...findFezzes(context, [...new Set(posts.map(({ fezID }) => fezID))]).values()];
  const byRelationship = Map.groupBy(findRelationships(context, viewer, rows), ({ relationship }) => relationship);
  const hiddenByFez = new Map(
    [...byRelationship].flatMap(([relationship, accesses]) => {
      const hidden = new Set(getReader(context, viewer, relationship).hiddenIDs);
      return accesses.map(({ fez }) => [fez.id, hidden]);
    }),
  );
  return posts.filter(({ authorID, fezID }) => !hiddenByFez.get(fezID)?.has(authorID));
}

/** Returns the users' reactions now to the posts that the viewer sees; none while the feature is off. */
function listVisibleReactions(context: Context, viewer: Caller, subjectIDs: readonly string[]) {
  if (isFeatureDisabled(context, viewer, 'chatreactions')) return [];
  const subjects = subjectIDs.map((subjectID) => ({ subjectID, ...parseReactionSubject(subjectID) }));
  const postIDs = [...new Set(subjects.map(({ postID }) => postID))];
  const posts = new Set(listVisiblePosts(context, viewer, postIDs.map(String)).map(({ id }) => id));
  const reactors = postReactions.findAllReactors(context.db, [...posts]);
  return subjects.flatMap(({ subjectID, postID, userID }) => {
    const [user] = findVisibleUsers(context, viewer, [userID]);
    if (!user || !posts.has(postID)) return [];
    const [reaction] = [...(reactors.get(postID) ?? [])].find(([, userIDs]) => userIDs.includes(userID)) ?? [];
    return [{ subjectID, postID, user, reaction }];
  });
}

/** Leaves out the posts of fezzes that the viewer has muted; one query per fez. */
function removeMutedFezzes<Item extends { access: FezAccess }>(
  context: Context,
  viewer: Caller,
  items: readonly Item[],
): Item[] {
  const fezIDs = new Set(items.map(({ access }) => access.fez.id));
  const muted = new Set([...fezIDs].filter((fezID) => findMuters(context.db, fezID).has(viewer.userID)));
  return items.filter(({ access }) => !muted.has(access.fez.id));
}

/** Returns the same posts with their fezzes, if the viewer is a member. */
function listPostsWithFez(context: Context, viewer: Caller, postIDs: readonly string[]) {
  const posts = listVisiblePosts(context, viewer, postIDs);
  const fezIDs = new Set(posts.map(({ fezID }) => fezID));
  const joined = new Map(listJoinedFezzes(context, viewer, [...fezIDs]).map((access) => [access.fez.id, access]));
  return posts.flatMap((post) => {
    const access = joined.get(post.fezID);
    return access ? [{ post, access }] : [];
  });
}

const findVisibleUsers = (context: Context, viewer: Caller, userIDs: readonly string[]) =>
  [...new Set(userIDs)].flatMap((userID) => {
    const user = findUser(context, userID);
    return user && maySee(context, viewer, user) ? [user] : [];
  });
