import assert from 'node:assert/strict';
import { compareLists, type Listed, readShown } from './compare-summary.ts';
import { areUnblocked, isListed, isNotShown, isShown, mustReceive, type Place } from './expected-visibility.ts';
import { notices } from './notices.ts';
import type { PostStream } from './post-streams.ts';
import { type Chat, getID, type Sailor, type SentPost, type World } from './world.ts';

const pageLength = 200;

/** Throws if what a user sees in one call doesn't agree with another. Marks their posts as read. */
export async function compareEverything(world: World, sailor: Sailor): Promise<void> {
  const { unread, chats } = sailor.streams;
  assert.ok(unread);
  const { joined, added } = await compareLists(world, sailor);
  world.tally.chats += joined.length;
  world.tally.added += added.size;
  compareAdded(world, sailor, unread, added);
  await unread.settle();
  const heard = compareOrder(sailor, unread);
  for (const chat of joined.map((listed) => getChat(world, listed))) {
    const shown = await comparePosts(world, sailor, chat);
    compareReceivedPosts(world, sailor, shown.filter(isExpectedOnStream(unread)), heard, 'unread');
    const live = chats.get(chat);
    if (live) await compareLive(world, sailor, chat, live, shown);
  }
}

function getChat({ chats }: World, { fezID }: Pick<Listed, 'fezID'>): Chat {
  const chat = chats.find((chat) => chat.fezID === fezID);
  assert.ok(chat);
  return chat;
}

/**
 * Throws unless the user was notified of being added, if no block existed between them since before the chat was
 * created.
 */
function compareAdded(
  world: World,
  sailor: Sailor,
  { addedTo, resyncedAt }: PostStream,
  added: ReadonlySet<string>,
): void {
  const untold = [...added].filter((fezID) => {
    const { owner, madeAt } = getChat(world, { fezID });
    return !addedTo.has(fezID) && madeAt > resyncedAt && areUnblocked(world, sailor, owner, madeAt);
  });
  assert.deepEqual(untold, [], `${sailor.name} was not notified of being added`);
}

/** Throws unless the posts of a chat are the acknowledged ones, each once and in order. Returns the visible posts. */
export async function comparePosts(world: World, sailor: Sailor, chat: Chat): Promise<SentPost[]> {
  const rows = await showPosts(world, sailor, chat);
  const postsByID = new Map(chat.posts.map((post) => [getID(post.outcome), post]));
  const where = `${chat.fezID} as ${sailor.name}`;
  const shown = rows.map(({ postID, text }) => {
    const post = postsByID.get(postID);
    assert.ok(post, `${where}: no response said that “${text}” is posted`);
    compareText(world, post, text, where);
    return post;
  });
  const isThere = new Set(shown);
  assert.equal(isThere.size, shown.length, `${where}: the same post is shown twice`);
  assert.deepEqual(getTexts(shown), getTexts(shown.toSorted(compareIDs)), `${where}: the order`);
  const missing = chat.posts.filter((post) => !isThere.has(post) && isShown(world, sailor, post));
  assert.deepEqual(getTexts(missing), [], `${where}: acknowledged posts are missing`);
  const hidden = shown.filter((post) => isNotShown(world, sailor, post));
  assert.deepEqual(getTexts(hidden), [], `${where}: posts are shown that are deleted or hidden`);
  world.tally.shown += shown.length;
  return shown;
}

/** Throws unless a post has its own text, or the notice while it is under review. */
function compareText({ tally }: World, { text, underReview }: SentPost, shown: string, where: string): void {
  const isReviewed = shown === notices.post;
  assert.equal(shown, isReviewed ? notices.post : text, where);
  assert.ok(!underReview.isCertainly(!isReviewed), `${where}: ${text} is shown as “${shown}”`);
  if (isReviewed) tally.reviews += 1;
}

interface ShownPost {
  readonly postID: number;
  readonly text: string;
}

async function showPosts(world: World, sailor: Sailor, { fezID }: Chat): Promise<ShownPost[]> {
  const posts: ShownPost[] = [];
  for (;;) {
    const { members } = await readShown(world, sailor, `fez/${fezID}?start=${posts.length}&limit=${pageLength}`);
    posts.push(...members.posts);
    if (members.posts.length === 0 || posts.length >= members.postCount) return posts;
  }
}

const compareIDs = (a: SentPost, b: SentPost): number => getID(a.outcome) - getID(b.outcome);
const getTexts = (posts: readonly SentPost[]): string[] => posts.map(({ text }) => text);

/** Throws unless the user received these posts of the chat live, once and in order. The stream must be open. */
export async function compareLive(
  world: World,
  sailor: Sailor,
  chat: Chat,
  live: PostStream,
  shown: readonly SentPost[],
): Promise<void> {
  assert.ok(live.isOpen, `${sailor.name} is in ${chat.fezID} and cannot follow it`);
  await live.settle();
  compareReceivedPosts(world, sailor, shown.filter(isExpectedOnStream(live)), compareOrder(sailor, live), 'live');
}

/** Throws unless the user was notified of all posts since this moment. Assumes that the user's streams are open. */
export async function compareRecent(world: World, sailor: Sailor, since: number): Promise<void> {
  const { unread, chats } = sailor.streams;
  assert.ok(unread);
  const posts = [...world.posts.values()].filter(({ sentAt, outcome }) => sentAt > since && getID(outcome) > 0);
  await unread.settle();
  compareReceivedPosts(world, sailor, posts.filter(isExpectedOnStream(unread)), new Set(unread.heard()), 'unread');
  for (const [chat, stream] of chats) {
    const ofChat = posts.filter((post) => post.chat === chat && isListed(world, sailor, chat));
    if (ofChat.length > 0) await compareLive(world, sailor, chat, stream, ofChat);
  }
}

/** Throws unless everything received over a stream was posted, and arrived once and in order. */
function compareOrder({ name }: Sailor, stream: PostStream): ReadonlySet<SentPost> {
  const heard = stream.heard();
  const posted = new Set(heard);
  assert.equal(posted.size, heard.length, `${name} was notified of a post twice`);
  assert.deepEqual(
    getTexts(heard),
    getTexts(heard.toSorted(compareIDs)),
    `${name} was notified of posts in another order`,
  );
  return posted;
}

/** Posts sent before a stream was asked to resync needn't have arrived. */
const isExpectedOnStream =
  ({ resyncedAt }: PostStream) =>
  ({ sentAt }: SentPost): boolean =>
    sentAt > resyncedAt;

function compareReceivedPosts(
  world: World,
  sailor: Sailor,
  shown: readonly SentPost[],
  heard: ReadonlySet<SentPost>,
  place: Place,
): void {
  const due = shown.filter((post) => mustReceive(world, sailor, post, place));
  const unheard = due.filter((post) => !heard.has(post)).map(({ text, chat }) => `${text} in ${chat.fezID}`);
  assert.deepEqual(unheard, [], `${sailor.name} was not notified of these (${place})`);
  world.tally[place === 'unread' ? 'announced' : 'followed'] += due.length;
}
