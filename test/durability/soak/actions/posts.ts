import { createOnce, get, send } from '../ask.ts';
import { checkPosting } from '../compare-rights.ts';
import { createSentPost, getID, getSailor, type Sailor, type World } from '../world.ts';
import { type Action, chooseChat, chooseSailorIn, getActiveChats, listConcernedSailors } from './choose.ts';

export async function postMessage(world: World): Promise<readonly Sailor[]> {
  const chat = chooseChat(world);
  const author = chooseSailorIn(world, chat);
  const sent = createSentPost(world, chat, author);
  world.posts.set(sent.text, sent);
  const content = { text: sent.text, images: [] };
  const { status, body } = await createOnce(world, author, `fez/${chat.fezID}/post`, content, (row) => row.timestamp);
  checkPosting(world, sent, status);
  sent.outcome = status < 300 ? { postID: body.postID } : 'rejected';
  if (status < 300) chat.posts.push(sent);
  return listConcernedSailors(world, chat, author);
}

/** Posts are deleted while they are new: some users have read them and some haven't. */
const newestPosts = 40;

/** Deletes one of the user's own posts. */
export async function deletePost(world: World): Promise<readonly Sailor[]> {
  const newest = [...world.posts.values()].slice(-newestPosts);
  const posts = newest.filter(({ outcome, deleted }) => getID(outcome) > 0 && deleted.isCertainly(false));
  if (posts.length === 0) return postMessage(world);
  const { chat, author, outcome, deleted } = world.random.oneOf(posts);
  await deleted.turn(true, () => send(world, author, `fez/post/${getID(outcome)}/delete`));
  return listConcernedSailors(world, chat);
}

/** Reacts to another user's new post, or removes the reaction: nothing becomes unread, and the counts stay correct. */
export async function reactToMessage(world: World): Promise<readonly Sailor[]> {
  const newest = [...world.posts.values()].slice(-newestPosts).filter(({ outcome }) => getID(outcome) > 0);
  if (newest.length === 0) return postMessage(world);
  const { chat, outcome } = world.random.oneOf(newest);
  const sailor = chooseSailorIn(world, chat);
  const reaction = world.random.oneOf(['like', 'love', 'laugh', 'unreact']);
  await send(world, sailor, `fez/post/${getID(outcome)}/${reaction}`);
  return [sailor];
}

/** Opens a chat, which marks its posts as read. */
export async function readChat(world: World): Promise<readonly Sailor[]> {
  const chat = chooseChat(world);
  const sailor = chooseSailorIn(world, chat);
  await get(world, sailor, `fez/${chat.fezID}`);
  return [sailor];
}

/** Marks a chat as read, or as a favorite, or removes the mark. */
export function markChat(action: 'markRead' | 'favorite' | 'favorite/remove'): Action {
  return async (world) => {
    const chat = chooseChat(world);
    const sailor = chooseSailorIn(world, chat);
    await send(world, sailor, `fez/${chat.fezID}/${action}`);
    return [sailor];
  };
}

/** Mutes a chat. */
export async function muteChat(world: World): Promise<readonly Sailor[]> {
  const chat = chooseChat(world);
  const sailor = chooseSailorIn(world, chat);
  await chat.muted.of(sailor.userID).turn(true, () => send(world, sailor, `fez/${chat.fezID}/mute`));
  return [sailor];
}

/** Unmutes a chat with a new post, which may make the chat unread. */
export async function unmuteChat(world: World): Promise<readonly Sailor[]> {
  const muted = getActiveChats(world).flatMap((chat) =>
    chat.muted.on().flatMap((userID) => {
      const isQuiet = chat.muted.of(userID).since(true) > (chat.posts.at(-1)?.sentAt ?? 0);
      return isQuiet ? [] : [{ chat, sailor: getSailor(world, userID) }];
    }),
  );
  if (muted.length === 0) return muteChat(world);
  const { chat, sailor } = world.random.oneOf(muted);
  await chat.muted.of(sailor.userID).turn(false, () => send(world, sailor, `fez/${chat.fezID}/mute/remove`));
  return [sailor];
}

/** Reports a message of a closed chat, of which moderators then read a copy; it stays visible to everyone. */
export async function reportMessage(world: World): Promise<readonly Sailor[]> {
  const newest = [...world.posts.values()].slice(-newestPosts);
  const posts = newest.filter(({ chat, outcome }) => chat.content.fezType === 'closed' && getID(outcome) > 0);
  if (posts.length === 0) return postMessage(world);
  const { chat, outcome } = world.random.oneOf(posts);
  const sailor = chooseSailorIn(world, chat);
  await send(world, sailor, `fez/post/${getID(outcome)}/report`, { message: 'Please read this' });
  return [sailor];
}
