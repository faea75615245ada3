import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { assertNotOwnPost, presentReactors, type Reactors } from '#core/posts/index.ts';
import type { Reaction } from '#core/posts/records.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { listInboxes } from '#core/teams/index.ts';
import { listHiddenUserIDs } from '#core/users/index.ts';
import { type FezAccess, getFezAsMember, getLivePost } from '../access.ts';
import { notifyOfReaction } from '../live/notify-members.ts';
import { type PostReactionData, presentPost } from '../present.ts';
import type { FezPostData } from '../records.ts';
import type { FezPostRow } from '../tables.ts';
import { postReactions } from './reactions-store.ts';
import { findPost } from './store.ts';

/** Sets or removes the caller's reaction to another member's post (fez rules 92 to 94). */
export function reactToPost(context: WriteContext, caller: Caller, postID: number, reaction?: Reaction): FezPostData {
  const post = getLivePost(context, caller, postID);
  const access = getFezAsMember(context, caller, post.fezID, 'post');
  const accountID = chooseReactor(context, caller, access);
  assertNotOwnPost(post, accountID);
  if (postReactions.setReaction(context, accountID, postID, reaction)) {
    notifyOfReaction(context, access, post, accountID, reaction);
  }
  const [record] = presentPostsWithReactions(context, caller, access, [findPost(context.db, postID) ?? post]);
  return record ?? presentPost(context, post);
}

/** Returns the caller's account, or the shared one if the caller is a member only behind that (fez rule 92). */
function chooseReactor(context: Context, caller: Caller, { isIn, memberIDs }: FezAccess): string {
  if (isIn) return caller.userID;
  const inbox = listInboxes(context, caller.level).find(({ accountID }) => memberIDs.includes(accountID));
  return inbox?.accountID ?? caller.userID;
}

/**
 * Returns posts as the caller sees them, with their reactions. Costs one query, and none if no post has any (fez rule
 * 95).
 */
export function presentPostsWithReactions(
  context: Context,
  caller: Caller,
  access: FezAccess,
  posts: readonly FezPostRow[],
): FezPostData[] {
  const postIDs = posts.filter(({ likeCount }) => likeCount > 0).map(({ id }) => id);
  if (postIDs.length === 0 || isFeatureDisabled(context, caller, 'chatreactions')) {
    return posts.map((post) => presentPost(context, post));
  }
  const byPost = postReactions.findAllReactors(context.db, postIDs);
  const accountID = chooseReactor(context, caller, access);
  const hidden = new Set(listHiddenUserIDs(context, caller));
  return posts.map((post) => {
    const reactors = byPost.get(post.id);
    const record = presentPost(context, post);
    return reactors ? { ...record, ...presentReactions(context, reactors, accountID, hidden) } : record;
  });
}

function presentReactions(
  context: Context,
  reactors: Reactors,
  accountID: string,
  hidden: ReadonlySet<string>,
): PostReactionData {
  const visible = new Map(
    [...reactors].map(([reaction, userIDs]) => [reaction, userIDs.filter((userID) => !hidden.has(userID))]),
  );
  const headers = presentReactors(context, visible);
  const [userLike] = [...reactors].find(([, userIDs]) => userIDs.includes(accountID)) ?? [];
  return { ...omitEmpty(headers), userLike };
}

const omitEmpty = (lists: ReturnType<typeof presentReactors>): Partial<typeof lists> =>
  Object.fromEntries(Object.entries(lists).filter(([, users]) => users.length > 0));
