import assert from 'node:assert/strict';
import { get } from './ask.ts';
import { readShown } from './compare-summary.ts';
import { notices } from './notices.ts';
import {
  getPath,
  getReaction,
  isHidden,
  isHiddenInPlace,
  isRestricted,
  isThreadHidden,
  type PublicPost,
  type Thread,
} from './public-talk.ts';
import type { Sailor, World } from './world.ts';

const pageLength = 200;

/** A post in a list. */
interface ShownPost {
  readonly postID: number;
  readonly text: string;
  readonly isBookmarked: boolean;
  readonly userLike?: string;
  readonly isPinned?: boolean;
}

/** Throws if what a user sees of a thread, of some posts and of searches for them differs from the expected state. */
export async function comparePublicTalk(world: World, sailor: Sailor): Promise<void> {
  const { random, talk } = world;
  const threads = talk.threads.slice(-recentThreads);
  if (threads.length > 0) await compareThread(world, sailor, random.oneOf(threads));
  const posts = talk.posts.slice(-recentPosts);
  if (posts.length === 0) return;
  for (let count = 0; count < postsPerComparison; count += 1) {
    const post = random.oneOf(posts);
    await compareSinglePost(world, sailor, post);
    await compareSearch(world, sailor, post);
  }
}

/** Throws if any public content differs from its expected state: reads each thread as some user, each post as a moderator. */
export async function compareAllPublicTalk(world: World): Promise<void> {
  for (const thread of world.talk.threads) await compareThread(world, world.random.oneOf(world.sailors), thread);
  for (const post of world.talk.posts) await compareAsModerator(world, post);
}

const recentThreads = 40;
const recentPosts = 250;
const postsPerComparison = 4;

/** Throws unless the posts of a thread are the acknowledged ones, each once and in order. Marks them as read. */
async function compareThread(world: World, sailor: Sailor, thread: Thread): Promise<void> {
  const where = `thread ${thread.forumID} as ${sailor.name}`;
  const hidden = isThreadHidden(world, sailor, thread);
  const response = await get(world, sailor, `forum/${thread.forumID}?start=0&limit=${pageLength}`);
  assert.ok(response, `${where}: broken off`);
  if (hidden === true) {
    // For an existing thread, the service first checks whether its category is closed to the user.
    const isThere = thread.deleted.isCertainly(false);
    const expected = isThere && isRestricted(world, sailor, thread) ? [403] : [403, 404];
    assert.ok(expected.includes(response.status), `${where}: ${response.status} ${response.reason}`);
    return;
  }
  if (response.status !== 200) assert.equal(hidden, undefined, `${where}: ${response.status} ${response.reason}`);
  if (response.status !== 200) return;
  const { posts, paginator, title } = response.body;
  const shown: ShownPost[] = [...posts];
  while (shown.length < paginator.total) {
    const page = await readShown(world, sailor, `forum/${thread.forumID}?start=${shown.length}&limit=${pageLength}`);
    assert.ok(page.posts.length > 0, `${where}: ${shown.length} of ${paginator.total} posts`);
    shown.push(...page.posts);
  }
  assert.equal(shown.length, paginator.total, `${where}: the number of posts`);
  compareTitle(thread, title, where);
  comparePostsOf(world, sailor, thread, shown, where);
  await compareCounts(world, sailor, thread, shown.length);
}

function compareTitle({ title, underReview }: Thread, shown: string, where: string): void {
  const isReviewed = shown === notices.title;
  assert.ok(!underReview.isCertainly(!isReviewed), `${where}: its title is “${shown}”`);
  if (!isReviewed) assert.ok(!title.isNot(shown), `${where}: its title is “${shown}”`);
}

function comparePostsOf(world: World, sailor: Sailor, thread: Thread, shown: readonly ShownPost[], where: string) {
  const ids = shown.map(({ postID }) => postID);
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((a, b) => a - b),
    `${where}: the order`,
  );
  const byID = new Map(thread.posts.map((post) => [post.postID, post]));
  for (const one of shown) {
    const post = byID.get(one.postID);
    assert.ok(post, `${where}: no response said that “${one.text}” is posted`);
    assert.notEqual(isHiddenInPlace(world, sailor, post), true, `${where}: “${one.text}” is deleted or hidden`);
    comparePost(world, sailor, post, one);
  }
  const isThere = new Set(ids);
  const missing = thread.posts.filter(
    (post) => !isThere.has(post.postID) && isHiddenInPlace(world, sailor, post) === false,
  );
  assert.deepEqual(
    missing.map(({ postID }) => postID),
    [],
    `${where}: acknowledged posts are missing`,
  );
}

/** Throws unless a post has its last text, and the marks that the user and the thread's author have set. */
function comparePost(world: World, sailor: Sailor, post: PublicPost, shown: ShownPost): void {
  const where = `${getPath(post)} as ${sailor.name}`;
  const isReviewed = shown.text === notices.post;
  assert.ok(!post.underReview.isCertainly(!isReviewed), `${where}: is it under review? It says “${shown.text}”`);
  if (!isReviewed) assert.ok(!post.text.isNot(shown.text), `${where}: it says “${shown.text}”`);
  const reaction = getReaction(world, post, sailor);
  // The response equals the setting, since it includes every field.
  const said = (shown.userLike ?? 'none') as Parameters<typeof reaction.isNot>[0];
  assert.ok(!reaction.isNot(said), `${where}: the reaction is ${said}`);
  assert.ok(!post.bookmarks.of(sailor.userID).isNot(shown.isBookmarked), `${where}: bookmark ${shown.isBookmarked}`);
  if (shown.isPinned !== undefined) assert.ok(!post.pinned.isNot(shown.isPinned), `${where}: pin ${shown.isPinned}`);
  world.tally.public += 1;
}

/** Throws unless the list of threads has the right counts after the user has read a thread. */
async function compareCounts(world: World, sailor: Sailor, thread: Thread, posts: number): Promise<void> {
  const [categoryID] = [...world.talk.openCategoryIDs, world.talk.closedCategoryID].filter((id) =>
    thread.categoryID.isCertainly(id),
  );
  if (categoryID === undefined) return;
  const { forumThreads } = await readShown(world, sailor, `forum/categories/${categoryID}?limit=${pageLength}`);
  const line = forumThreads.find(({ forumID }: { forumID: string }) => forumID === thread.forumID);
  if (!line) return;
  const where = `thread ${thread.forumID} in the list as ${sailor.name}`;
  assert.deepEqual([line.postCount, line.readCount], [posts, posts], `${where}: posts, and how many are read`);
  assert.ok(!thread.pinned.isNot(line.isPinned), `${where}: pin ${line.isPinned}`);
}

/** Throws unless a post on its own has its expected state, or is missing if it's hidden. */
async function compareSinglePost(world: World, sailor: Sailor, post: PublicPost): Promise<void> {
  const hidden = isHidden(world, sailor, post);
  const response = await get(world, sailor, getPath(post));
  assert.ok(response, `${getPath(post)}: broken off`);
  const { status, body } = response;
  const where = `${getPath(post)} as ${sailor.name}: ${status}`;
  if (hidden === true) assert.ok(status === 404 || status === 403, `${where}, though it is hidden`);
  if (hidden === false) assert.equal(status, 200, where);
  if (status === 200) comparePost(world, sailor, post, body);
}

const getWord = (text: string): string => text.split(' ')[0] ?? '';

/** Throws unless a search for this post's unique word finds it, or nothing if it is hidden or under review. */
async function compareSearch(world: World, sailor: Sailor, post: PublicPost): Promise<void> {
  const text = post.text.value();
  if (text === undefined) return;
  const path = post.thread ? 'forum/post/search' : 'microblog';
  const body = await readShown(world, sailor, `${path}?search=${getWord(text)}`);
  const found: ShownPost[] = post.thread ? body.posts : body;
  const where = `${path} for ${getWord(text)} as ${sailor.name}`;
  const isReviewed = post.underReview.isCertainly(true);
  const hidden = isHidden(world, sailor, post);
  if (hidden === true || isReviewed) assert.deepEqual(found, [], where);
  if (hidden === false && post.underReview.isCertainly(false)) {
    assert.deepEqual(
      found.map(({ postID }) => postID),
      [post.postID],
      where,
    );
  }
  for (const one of found) comparePost(world, sailor, post, one);
  world.tally.searches += 1;
}

/** Throws unless moderators see the post's last text, however it is hidden from others. */
async function compareAsModerator(world: World, post: PublicPost): Promise<void> {
  const path = `mod/${post.thread ? 'forumpost' : 'microblog'}/${post.postID}`;
  const response = await world.admin.client.send('GET', `/api/v3/${path}`);
  assert.equal(response.status, 200, `${path}: ${response.reason}`);
  const { isDeleted, moderationStatus } = response.body;
  const text = (response.body.forumPost ?? response.body.post).text;
  assert.ok(!post.text.isNot(text), `${path}: it says “${text}”`);
  const deleted = post.thread?.deleted.isCertainly(true) ? true : undefined;
  if (deleted ?? post.deleted.isCertainly(true)) assert.equal(isDeleted, true, path);
  const isReviewed = moderationStatus === 'quarantined';
  assert.ok(!post.underReview.isCertainly(!isReviewed), `${path}: ${moderationStatus}`);
}
