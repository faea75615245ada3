import type { Reaction as DeclaredReaction } from '#core/posts/records.ts';
import { createFact, createFacts, createSetting, type Fact, type Facts, type Setting } from './fact.ts';
import { areHidden, arePublicTo, now } from './hearing.ts';
import { pairOf, type Sailor, type World } from './world.ts';

/** Everything that was said where all can read it, as far as the responses of the service tell. */
export interface PublicTalk {
  /** Categories that everyone sees, and one for moderators alone. */
  readonly openCategoryIDs: readonly string[];
  readonly closedCategoryID: string;
  readonly threads: Thread[];
  readonly posts: PublicPost[];
}

/** A thread of the forums. */
export interface Thread {
  readonly forumID: string;
  readonly owner: Sailor;
  readonly title: Setting<string>;
  readonly categoryID: Setting<string>;
  readonly deleted: Fact;
  readonly underReview: Fact;
  readonly pinned: Fact;
  readonly posts: PublicPost[];
}

/** What a user says of a post, if anything. */
export type Reaction = DeclaredReaction | 'none';

/** A post in a thread or, without one, in the microblog. */
export interface PublicPost {
  readonly postID: number;
  readonly author: Sailor;
  readonly thread: Thread | undefined;
  /** Every text has a word of its own, by which it is found. */
  readonly text: Setting<string>;
  readonly deleted: Fact;
  readonly underReview: Fact;
  readonly pinned: Fact;
  readonly reactions: Map<Sailor, Setting<Reaction>>;
  /** Who has a bookmark on it, by user id. */
  readonly bookmarks: Facts;
}

export const createPublicTalk = (openCategoryIDs: readonly string[], closedCategoryID: string): PublicTalk => ({
  openCategoryIDs,
  closedCategoryID,
  threads: [],
  posts: [],
});

/** A thread that a response says was just made. */
export const newThread = (
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

/** Adds a post that a response says was just written. */
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

/** What the user says of the post, as far as it is known. */
export function reactionOf({ clock }: World, { reactions }: PublicPost, sailor: Sailor): Setting<Reaction> {
  const known = reactions.get(sailor);
  if (known) return known;
  const reaction = createSetting<Reaction>(clock, 'none', 0);
  reactions.set(sailor, reaction);
  return reaction;
}

/** Where the calls on a post begin. */
export const pathOf = ({ postID, thread }: PublicPost): string =>
  thread ? `forum/post/${postID}` : `microblog/${postID}`;

/** Whether something is so: for certain, for certain not, or one of the two. */
export type Known = boolean | undefined;

const either = (...parts: readonly Known[]): Known => {
  if (parts.includes(true)) return true;
  return parts.every((part) => part === false) ? false : undefined;
};

const known = (fact: Fact): Known => (fact.isCertainly(true) ? true : fact.isCertainly(false) ? false : undefined);

/** Does a block hide all that the author has to say from the user? */
function isBlocked(world: World, sailor: Sailor, author: Sailor): Known {
  if (areHidden(world, sailor, author, now)) return true;
  return arePublicTo(world, sailor, author, now) ? false : undefined;
}

const isMuted = ({ mutes }: World, sailor: Sailor, author: Sailor): Known =>
  known(mutes.of(pairOf(sailor.userID, author.userID)));

/** Is the thread for moderators alone, and the user none? */
export function isRestricted(world: World, sailor: Sailor, { categoryID }: Thread): Known {
  const moderator = known(world.moderators.of(sailor.userID));
  const { closedCategoryID } = world.talk;
  const isClosed = categoryID.isCertainly(closedCategoryID)
    ? true
    : categoryID.isNot(closedCategoryID)
      ? false
      : undefined;
  if (isClosed === false || moderator === true) return false;
  return isClosed && moderator === false ? true : undefined;
}

/** Is the thread hidden from the user? In a category of moderators blocks hide no threads. */
export function isThreadHidden(world: World, sailor: Sailor, thread: Thread): Known {
  const isClosed = thread.categoryID.isNot(world.talk.closedCategoryID) ? false : undefined;
  const blocked = isBlocked(world, sailor, thread.owner);
  const byBlock = blocked === true && isClosed !== false ? undefined : blocked;
  return either(known(thread.deleted), isRestricted(world, sailor, thread), byBlock);
}

/** Is the post hidden from the user in its thread, or in the feed? */
export const isHiddenInPlace = (world: World, sailor: Sailor, { author, deleted }: PublicPost): Known =>
  either(known(deleted), isBlocked(world, sailor, author), isMuted(world, sailor, author));

/** Is the post hidden from the user, for whatever reason? */
export const isHidden = (world: World, sailor: Sailor, post: PublicPost): Known =>
  either(isHiddenInPlace(world, sailor, post), post.thread ? isThreadHidden(world, sailor, post.thread) : false);
