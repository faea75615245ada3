import type { Context, WriteContext } from '#area/context.ts';
import type { EventHydrator } from '#area/events.ts';
import type { Caller } from '#contract/access.ts';
import { presentPostWords } from '#core/posts/index.ts';
import {
  applyTextChange,
  createMuteWordFilter,
  createTextHydrators,
  setTextsPublic,
  type TextChange,
} from '#core/public-text/index.ts';
import { isUnderReview, toCaller } from '#core/users/index.ts';
import { canSeeCategory, createVisibilityTest, doBlocksHideForums, getCategory, isPublic } from '../access.ts';
import { findForum } from '../live-forums.ts';
import type { ForumPostRow } from '../tables.ts';
import { findLiveIDs, findPosts } from './store.ts';

const place = 'forum';

/** Applies the effects of the words in a new, changed or deleted post (forums rules B56, B58 and B60). */
export function applyPostText(
  context: WriteContext,
  caller: Caller,
  post: ForumPostRow,
  texts: Pick<TextChange, 'before' | 'after' | 'descriptions'>,
): void {
  const ids = { contentID: post.id, authorID: post.authorID, actorID: caller.userID };
  applyTextChange(context, { place, ...ids, ...texts, ...findAudience(context, post) });
}

/**
 * Returns who sees the post: everyone, or users who may see its category; and whose blocks hide the forum (forums rule
 * B17).
 */
function findAudience(context: Context, post: ForumPostRow): Pick<TextChange, 'seenBy' | 'hostID'> {
  const forum = findForum(context, post.forumID);
  if (!forum) throw new Error(`post ${post.id} is changed in a forum that is deleted`);
  const category = getCategory(context, forum.categoryID);
  const isVisibleToAll = isPublic(category) && !isUnderReview(post.moderationState);
  return {
    seenBy: isVisibleToAll ? 'everybody' : (user) => canSeeCategory(toCaller(user), category),
    hostID: doBlocksHideForums(category) ? forum.creatorID : undefined,
  };
}

/** Makes the words of a post public, unless its new state hides them. */
export function publishPost(
  context: WriteContext,
  post: ForumPostRow,
  moderationState: ForumPostRow['moderationState'],
): void {
  const forum = findForum(context, post.forumID);
  const isSeen = forum !== undefined && isPublic(getCategory(context, forum.categoryID));
  setTextsPublic(context, place, [post.id], isSeen && !isUnderReview(moderationState));
}

/** Makes the words of a forum's posts public or not public. */
export function publishPosts(context: WriteContext, forumID: string, isVisibleToAll: boolean): void {
  setTextsPublic(context, place, findLiveIDs(context.db, forumID, { areShown: isVisibleToAll }), isVisibleToAll);
}

/** Creates a test of whether a post as shown has a mute word of the caller (forums rule B60). */
export function createMuteFilter(context: Context, { userID }: Caller): (post: ForumPostRow) => boolean {
  const hasMuteWord = createMuteWordFilter(context, userID);
  return (post) => hasMuteWord(presentPostWords(context, post));
}

/** Mentions and alert words in posts, for users who were away. */
export const forumHydrators = (context: Context): readonly EventHydrator[] =>
  createTextHydrators(context, place, (viewer, postIDs) => {
    const canSee = createVisibilityTest(context, viewer);
    const posts = findPosts(context, postIDs).filter((post) => {
      const forum = findForum(context, post.forumID);
      return post.deletedAt === null && forum !== undefined && canSee(forum);
    });
    return new Map(posts.map(({ id, authorID }) => [id, authorID]));
  });
