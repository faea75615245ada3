import assert from 'node:assert/strict';
import { reactions } from '#core/posts/records.ts';
import { createOnce, get, send } from '../ask.ts';
import {
  addPost,
  createThread,
  getPath,
  getReaction,
  type PublicPost,
  type Reaction,
  type Thread,
} from '../public-talk.ts';
import type { Sailor, World } from '../world.ts';
import { type Action, chooseSailor } from './choose.ts';
import { choosePicture } from './pictures.ts';

/** Actions choose among the newest threads and posts, so that these are busy. */
const activeThreadCount = 30;
const activePostCount = 200;

const getActiveThreads = ({ talk }: World): readonly Thread[] => talk.threads.slice(-activeThreadCount);
const getActivePosts = ({ talk }: World): readonly PublicPost[] => talk.posts.slice(-activePostCount);

/** Words on which some users have alerts. */
const alertWords = ['kraken', 'lighthouse', 'anchorage'];
const hashtags = ['sunset', 'dinner', 'Sunrise', 'quizNight'];

/**
 * Returns a text with a unique word that isn't the beginning of another one; the text may have a mention, an alert word
 * or a hashtag.
 */
function makeUniqueText({ clock, random, sailors }: World): string {
  const extras = [
    `@${random.oneOf(sailors).name}`,
    random.oneOf(alertWords),
    `#${random.oneOf(hashtags)}`,
    '@moderator',
  ];
  return [`said${clock()}x`, ...extras.filter(() => random.below(3) === 0)].join(' ');
}

const getContent = (text: string, images: readonly { image: string }[] = []) => ({ text, images });
const getCreationTime = ({ createdAt }: { createdAt: string }): string => createdAt;

/** Starts a thread in a category that is open to everyone. */
export async function startThread(world: World): Promise<readonly Sailor[]> {
  const owner = chooseSailor(world);
  const categoryID = world.random.oneOf(world.talk.openCategoryIDs);
  const text = makeUniqueText(world);
  const title = `Thread ${world.clock()}`;
  const body = { title, firstPost: getContent(text) };
  const firstPostAt = ({ posts }: { posts: { createdAt: string }[] }) => posts[0]?.createdAt ?? '';
  const path = `forum/categories/${categoryID}/create`;
  const response = await createOnce(world, owner, path, body, firstPostAt);
  if (response.status >= 300) return [owner];
  const thread = createThread(world, owner, { forumID: response.body.forumID, title, categoryID });
  world.talk.threads.push(thread);
  addPost(world, owner, response.body.posts[0].postID, text, thread);
  return [owner];
}

/** Creates an action on one of the busy threads. */
const onActiveThread =
  (act: (world: World, thread: Thread) => Promise<readonly Sailor[]>): Action =>
  (world) => {
    const threads = getActiveThreads(world);
    return threads.length === 0 ? startThread(world) : act(world, world.random.oneOf(threads));
  };

/** Creates an action on one of the newest posts. */
const onActivePost =
  (act: (world: World, post: PublicPost) => Promise<readonly Sailor[]>): Action =>
  (world) => {
    const posts = getActivePosts(world);
    return posts.length === 0 ? writeMicroblogPost(world) : act(world, world.random.oneOf(posts));
  };

export const writeInThread = onActiveThread(async (world, thread) => {
  const author = chooseSailor(world);
  const text = makeUniqueText(world);
  const path = `forum/${thread.forumID}/create`;
  const { status, body } = await createOnce(world, author, path, getContent(text), getCreationTime);
  if (status < 300) addPost(world, author, body.postID, text, thread);
  return [author];
});

/** One in this many posts has a picture. */
const pictureOdds = 5;

/** Posts to the microblog. */
export async function writeMicroblogPost(world: World): Promise<readonly Sailor[]> {
  return writeFeedPost(world, 'microblog/create');
}

/** Replies to a post of the microblog. */
export async function replyInMicroblog(world: World): Promise<readonly Sailor[]> {
  const target = getActivePosts(world).findLast(({ thread }) => thread === undefined);
  return target ? writeFeedPost(world, `${getPath(target)}/reply`) : writeMicroblogPost(world);
}

async function writeFeedPost(world: World, path: string): Promise<readonly Sailor[]> {
  const author = chooseSailor(world);
  const text = makeUniqueText(world);
  const pictures = world.random.below(pictureOdds) === 0 ? [choosePicture(world)] : [];
  const { status, body } = await createOnce(world, author, path, getContent(text, pictures), getCreationTime);
  if (status < 300) addPost(world, author, body.postID, text);
  return [author];
}

/** Edits a post as its author. */
export const editPublicPost = onActivePost(async (world, post) => {
  const text = makeUniqueText(world);
  await post.text.turn(text, () => send(world, post.author, `${getPath(post)}/update`, getContent(text)));
  return [post.author];
});

export const deletePublicPost = onActivePost(async (world, post) => {
  await post.deleted.turn(true, () => send(world, post.author, `${getPath(post)}/delete`));
  return [post.author];
});

const reactionChoices: readonly Reaction[] = [...reactions, 'none'];

/** Reacts to a post, or removes the reaction. */
export const reactToPublicPost = onActivePost(async (world, post) => {
  const sailor = chooseSailor(world);
  const reaction = world.random.oneOf(reactionChoices);
  const path = `${getPath(post)}/${reaction === 'none' ? 'unreact' : reaction}`;
  await getReaction(world, post, sailor).turn(reaction, () => send(world, sailor, path));
  return [sailor];
});

/** Bookmarks a post, or removes the bookmark. */
export const bookmarkPost = onActivePost(async (world, post) => {
  const sailor = chooseSailor(world);
  const isSet = world.random.below(3) > 0;
  const path = `${getPath(post)}/bookmark${isSet ? '' : '/remove'}`;
  await post.bookmarks.of(sailor.userID).turn(isSet, () => send(world, sailor, path));
  return [sailor];
});

/** The thread's author pins or unpins a post in it. */
export const pinPost = onActivePost(async (world, post) => {
  const { thread } = post;
  if (!thread) return bookmarkPost(world);
  const isPinned = world.random.below(2) === 0;
  const path = `${getPath(post)}/pin${isPinned ? '' : '/remove'}`;
  await post.pinned.turn(isPinned, () => send(world, thread.owner, path));
  return [thread.owner];
});

/** A moderator pins or unpins a thread. */
export const pinThread = onActiveThread(async (world, { forumID, pinned }) => {
  const isPinned = world.random.below(2) === 0;
  await pinned.turn(isPinned, () => send(world, world.admin, `forum/${forumID}/pin${isPinned ? '' : '/remove'}`));
  return [];
});

export const renameThread = onActiveThread(async (world, { forumID, owner, title }) => {
  const renamed = `Renamed ${world.clock()}`;
  await title.turn(renamed, () => send(world, owner, `forum/${forumID}/rename/${encodeURIComponent(renamed)}`));
  return [owner];
});

/** A moderator moves a thread, sometimes to where only moderators see it. */
export const moveThread = onActiveThread(async (world, { forumID, categoryID }) => {
  const { openCategoryIDs, closedCategoryID } = world.talk;
  const target = world.random.oneOf([...openCategoryIDs, closedCategoryID]);
  await categoryID.turn(target, () => send(world, world.admin, `mod/forum/${forumID}/setcategory/${target}`));
  return world.sailors;
});

/** One in this many threads chosen for deletion is really deleted, so that most survive. */
const deletionOdds = 6;

export const deleteThread = onActiveThread(async (world, thread) => {
  if (world.random.below(deletionOdds) > 0) return pinThread(world);
  await thread.deleted.turn(true, () => send(world, world.admin, `forum/${thread.forumID}/delete`));
  return world.sailors;
});

/** A moderator puts a post under review, or shows it again, sometimes with a reason for its author. */
export const reviewPublicPost = onActivePost(async (world, post) => {
  const isReviewed = !post.underReview.isCertainly(true);
  const path = `mod/${post.thread ? 'forumpost' : 'microblog'}/${post.postID}/setstate`;
  const word = isReviewed ? 'quarantined' : 'normal';
  const reason = world.random.oneOf([undefined, { reason: 'spam', message: 'Please read the rules' }]);
  await post.underReview.turn(isReviewed, () => send(world, world.admin, `${path}/${word}`, reason));
  return [post.author];
});

/** A moderator cools a thread down, or ends that. */
export const coolDownThread = onActiveThread(async (world, { forumID }) => {
  const change = world.random.oneOf(['slowmode/1', 'slowmode/0', 'newaccounts/readonly', 'newaccounts/open']);
  await send(world, world.admin, `mod/forum/${forumID}/${change}`);
  return [];
});

/** A moderator puts a thread under review, or shows it again. */
export const reviewThread = onActiveThread(async (world, { forumID, underReview }) => {
  const isReviewed = !underReview.isCertainly(true);
  const path = `mod/forum/${forumID}/setstate/${isReviewed ? 'quarantined' : 'normal'}`;
  await underReview.turn(isReviewed, () => send(world, world.admin, path));
  return [];
});

/** Opens a thread, which marks its posts as read, or changes the user's marks on it. */
export const visitThread = onActiveThread(async (world, { forumID }) => {
  const sailor = chooseSailor(world);
  const action = world.random.oneOf([
    '',
    '',
    '/markRead',
    '/favorite',
    '/favorite/remove',
    '/mute',
    '/mute/remove',
    '/watch',
    '/watch',
    '/watch/remove',
  ]);
  if (action === '') await get(world, sailor, `forum/${forumID}?limit=${1 + world.random.below(20)}`);
  else await send(world, sailor, `forum/${forumID}${action}`);
  return [sailor];
});

/** Lists and searches, so that the service caches responses that later actions change. */
export async function lookAround(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  const path = world.random.oneOf([
    `forum/categories/${world.random.oneOf(world.talk.openCategoryIDs)}`,
    'forum/unread',
    'forum/recent',
    'forum/watched',
    'forum/mentions',
    'forum/post/search?search=kraken',
    'forum/search?searchposts=lighthouse',
    'microblog?limit=50',
    'microblog?mentionself=true',
    'microblog?search=sunset',
    'notification/hashtags/Sun',
    'events/changes',
    'user/appointments',
  ]);
  const response = await get(world, sailor, path);
  assert.equal(response?.status ?? 200, 200, path);
  return [sailor];
}

/** Adds or removes an alert word. */
export async function watchWord(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  const change = world.random.oneOf(['add', 'add', 'remove']);
  await send(world, sailor, `user/alertwords/${change}/${world.random.oneOf(alertWords)}`);
  return [sailor];
}
