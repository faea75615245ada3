import type { Context, WriteContext } from '#area/context.ts';
import type { EventHydrator, EventTopics } from '#area/events.ts';
import type { Caller } from '#contract/access.ts';
import { buildNotificationFrame, type Notification, notify } from '#core/notifications/index.ts';
import { getPostReader, presentTitle } from '#core/posts/index.ts';
import { listUnreachableUsers } from '#core/public-text/index.ts';
import { findUser, getUser, isUnderReview, toCaller } from '#core/users/index.ts';
import { doBlocksHideForums, getCategory } from '../access.ts';
import { findForum, type LiveForum } from '../live-forums.ts';
import { findPosts } from '../posts/store.ts';
import type { ForumPostRow } from '../tables.ts';
import { findWatched, findWatchersToNotify } from './store.ts';
import { createNewPostsCheck, hasWatching } from './watch.ts';

const eventKind = 'watched-forum-post';

/** Returns the topic of a watched thread, so that its events concern only the users who watch it. */
const getTopic = (forumID: string): string => `watching:${forumID}`;

/** Lists the threads that the viewer watches. */
export const watchingTopics =
  (context: Context): EventTopics =>
  (viewer) =>
    hasWatching(context, viewer) ? findWatched(context, viewer.userID).map(({ forumID }) => getTopic(forumID)) : [];

/**
 * Notifies the users who watch a thread of its new post, unless they haven't looked since the last notification. One
 * query finds them, and one event is for all, however many watch (forums rules B75 and B77).
 */
export function notifyWatchers(
  context: WriteContext,
  { userID: actorID }: Pick<Caller, 'userID'>,
  post: ForumPostRow,
): void {
  const forum = findForum(context, post.forumID);
  if (!forum || isUnderReview(forum.moderationState)) return;
  const hostID = doBlocksHideForums(getCategory(context, forum.categoryID)) ? forum.creatorID : undefined;
  const unreached = listUnreachableUsers(context, { authorID: post.authorID, hostID });
  const exceptIDs = unreached.add(actorID).add(post.authorID);
  const recipients = findWatchersToNotify(context, { forumID: forum.id, ordinal: post.ordinal, exceptIDs });
  if (recipients.length === 0) return;
  const concerns = (userID: string): boolean => {
    const user = findUser(context.instance, userID);
    return user !== undefined && createNewPostsCheck(context.instance, toCaller(user))(forum);
  };
  notify(
    context,
    buildNotice(context, forum, post),
    { among: new Set(recipients), concerns },
    { topic: getTopic(forum.id), kind: eventKind, subjectID: String(post.id) },
  );
}

const buildNotice = (context: Context, forum: LiveForum, post: ForumPostRow): Notification => ({
  type: 'watchedForumPost',
  info: `${getUser(context, post.authorID).username} posted in “${presentTitle(forum)}”`,
  contentID: String(post.id),
});

/** Creates a check of whether a post in a watched thread is news to the viewer (forums rule B77). */
function createNewsCheck(context: Context, viewer: Caller): (forum: LiveForum, post: ForumPostRow) => boolean {
  const { hidden } = getPostReader(context, viewer);
  const canBeNews = createNewPostsCheck(context, viewer);
  const isShown = ({ deletedAt, moderationState }: ForumPostRow) =>
    deletedAt === null && !isUnderReview(moderationState);
  return (forum, post) =>
    canBeNews(forum) && isShown(post) && !hidden.has(post.authorID) && post.authorID !== viewer.userID;
}

/** Rebuilds the frames that users missed: one per watched thread, for the first post they haven't seen. */
export const watchingHydrators = (context: Context): readonly EventHydrator[] => [
  {
    kind: eventKind,
    hydrate(viewer, postIDs) {
      const watched = new Map(findWatched(context, viewer.userID).map((one) => [one.forumID, one.watchedFrom]));
      const isNews = createNewsCheck(context, viewer);
      const frames = new Map<string, object>();
      const ids = [...new Set(postIDs.map(Number))].sort((one, other) => one - other);
      for (const post of findPosts(context, ids)) {
        const forum = findForum(context, post.forumID);
        const from = watched.get(post.forumID) ?? Number.POSITIVE_INFINITY;
        if (!forum || post.ordinal < from || !isNews(forum, post)) continue;
        watched.delete(post.forumID);
        frames.set(String(post.id), buildNotificationFrame(buildNotice(context, forum, post)));
      }
      return frames;
    },
  },
];
