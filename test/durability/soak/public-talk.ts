import type { Reaction as DeclaredReaction } from '#core/posts/records.ts';
import { areBlocked, areUnblocked, currentMoment } from './expected-visibility.ts';
import { createFact, createFacts, createSetting, type Facts, type UncertainFlag, type UncertainValue } from './fact.ts';
import { getPairKey, type Sailor, type World } from './world.ts';

/** All public content, according to the service's responses. */
export interface PublicContent {
  /** Categories that everyone sees, and one for moderators only. */
  readonly openCategoryIDs: readonly string[];
  readonly closedCategoryID: string;
  readonly threads: Thread[];
  readonly posts: PublicPost[];
}

/** A thread of the forums. */
export interface Thread {
  readonly forumID: string;
  readonly owner: Sailor;
  readonly title: UncertainValue<string>;
  readonly categoryID: UncertainValue<string>;
  readonly deleted: UncertainFlag;
  readonly underReview: UncertainFlag;
  readonly pinned: UncertainFlag;
  readonly posts: PublicPost[];
}

/** A user's reaction to a post, or none. */
export type Reaction = DeclaredReaction | 'none';

/** A post in a thread or, without one, in the microblog. */
export interface PublicPost {
  readonly postID: number;
  readonly author: Sailor;
  readonly thread: Thread | undefined;
  /** Every text has a unique word, by which searches find it. */
  readonly text: UncertainValue<string>;
  readonly deleted: UncertainFlag;
  readonly underReview: UncertainFlag;
  readonly pinned: UncertainFlag;
  readonly reactions: Map<Sailor, UncertainValue<Reaction>>;
  /** The users who have bookmarked it, by user id. */
  readonly bookmarks: Facts;
}

export const createPublicContent = (openCategoryIDs: readonly string[], closedCategoryID: string): PublicContent => ({
  openCategoryIDs,
  closedCategoryID,
  threads: [],
  posts: [],
});

/** Creates a thread from the response of a call that has just made it. */
export const createThread = (
  { clock }: World,
  owner: Sailor,
  made: Pick<Thread, 'forumID'> & { readonly title: string; readonly categoryID: string },
): Thread => ({
  forumID: made.forumID,
  owner,
  title: createSetting(clock, made.title),
  categoryID: createSetting(clock, made.categoryID),
  deleted: createFact(clock, false),
  underReview: createFact(clock, false),
  pinned: createFact(clock, false),
  posts: [],
});

/** Adds a post from the response of a call that has just written it. */
export function addPost(world: World, author: Sailor, postID: number, text: string, thread?: Thread): void {
  const { clock, talk } = world;
  const post: PublicPost = {
    postID,
    author,
    thread,
    text: createSetting(clock, text),
    deleted: createFact(clock, false),
    underReview: createFact(clock, false),
    pinned: createFact(clock, false),
    reactions: new Map(),
    bookmarks: createFacts(clock),
  };
  talk.posts.push(post);
  thread?.posts.push(post);
}

/** Returns the user's reaction to the post, if it's known. */
export function getReaction({ clock }: World, { reactions }: PublicPost, sailor: Sailor): UncertainValue<Reaction> {
  const known = reactions.get(sailor);
  if (known) return known;
  const reaction = createSetting<Reaction>(clock, 'none', 0);
  reactions.set(sailor, reaction);
  return reaction;
}

/** Returns the common prefix of a post's call paths. */
export const getPath = ({ postID, thread }: PublicPost): string =>
  thread ? `forum/post/${postID}` : `microblog/${postID}`;

/** A fact that's certainly true, certainly false, or unknown. */
export type MaybeKnown = boolean | undefined;

const combineKnown = (...parts: readonly MaybeKnown[]): MaybeKnown => {
  if (parts.includes(true)) return true;
  return parts.every((part) => part === false) ? false : undefined;
};

const toKnown = (fact: UncertainFlag): MaybeKnown =>
  fact.isCertainly(true) ? true : fact.isCertainly(false) ? false : undefined;

/** Whether a block hides all of the author's content from the user. */
function isBlocked(world: World, sailor: Sailor, author: Sailor): MaybeKnown {
  if (areBlocked(world, sailor, author, currentMoment)) return true;
  return areUnblocked(world, sailor, author, currentMoment) ? false : undefined;
}

const isMuted = ({ mutes }: World, sailor: Sailor, author: Sailor): MaybeKnown =>
  toKnown(mutes.of(getPairKey(sailor.userID, author.userID)));

/** Whether the thread is for moderators only, and the user isn't one. */
export function isRestricted(world: World, sailor: Sailor, { categoryID }: Thread): MaybeKnown {
  const moderator = toKnown(world.moderators.of(sailor.userID));
  const { closedCategoryID } = world.talk;
  const isClosed = categoryID.isCertainly(closedCategoryID)
    ? true
    : categoryID.isNot(closedCategoryID)
      ? false
      : undefined;
  if (isClosed === false || moderator === true) return false;
  return isClosed && moderator === false ? true : undefined;
}

/** Whether the thread is hidden from the user. Blocks hide no threads in moderators' categories. */
export function isThreadHidden(world: World, sailor: Sailor, thread: Thread): MaybeKnown {
  const isClosed = thread.categoryID.isNot(world.talk.closedCategoryID) ? false : undefined;
  const blocked = isBlocked(world, sailor, thread.owner);
  const byBlock = blocked === true && isClosed !== false ? undefined : blocked;
  return combineKnown(toKnown(thread.deleted), isRestricted(world, sailor, thread), byBlock);
}

/** Whether the post is hidden from the user in its thread, or in the feed. */
export const isHiddenInPlace = (world: World, sailor: Sailor, { author, deleted }: PublicPost): MaybeKnown =>
  combineKnown(toKnown(deleted), isBlocked(world, sailor, author), isMuted(world, sailor, author));

/** Whether the post is hidden from the user for any reason. */
export const isHidden = (world: World, sailor: Sailor, post: PublicPost): MaybeKnown =>
  combineKnown(isHiddenInPlace(world, sailor, post), post.thread ? isThreadHidden(world, sailor, post.thread) : false);
