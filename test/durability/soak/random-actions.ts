import { add, cancel, change, create, join, leave, remove } from './actions/chats.ts';
import type { Action } from './actions/choose.ts';
import { announceMustSee, dismiss, joinQueue, leaveQueue, runQueue } from './actions/evening.ts';
import { promote, quarantine, reviewChat, reviewPost } from './actions/moderation.ts';
import { changePicture } from './actions/pictures.ts';
import { deletePost, mark, mute, post, reactToMessage, read, unmute } from './actions/posts.ts';
import {
  bookmark,
  deletePublicPost,
  deleteThread,
  edit,
  lookAround,
  moveThread,
  pinPost,
  pinThread,
  react,
  rename,
  reply,
  reviewPublicPost,
  reviewThread,
  startThread,
  visit,
  watchWord,
  writeInThread,
  writeMicroblogPost,
} from './actions/public-talk.ts';
import { giveUpSeat, limitSeats, takeSeat } from './actions/seats.ts';
import { closeRandomStream, follow, reconnect } from './actions/sockets.ts';
import { block, lookAtLists, lookAtSummary, muteUser, toggleFavorite, unblock, unmuteUser } from './actions/users.ts';
import type { Sailor, World } from './world.ts';

/** Actions with their relative frequencies. */
const actions: readonly (readonly [number, Action])[] = [
  [3, create],
  [6, join],
  [4, leave],
  [6, add],
  [3, remove],
  [0.5, cancel],
  [2, change],

  [36, post],
  [4, deletePost],
  [4, reactToMessage],
  [12, read],
  [8, mark('markRead')],
  [3, mute],
  [3, unmute],
  [2, mark('favorite')],
  [2, mark('favorite/remove')],

  [0.5, block],
  [0.7, unblock],
  [0.5, muteUser],
  [0.7, unmuteUser],
  [1, toggleFavorite],
  [2, changePicture],
  [8, lookAtSummary],
  [3, lookAtLists],

  [1, promote],
  [1, quarantine],
  [3, reviewPost],
  [1, reviewChat],

  [2, follow],
  [5, reconnect],
  [2, closeRandomStream],

  [3, takeSeat],
  [2, giveUpSeat],
  [0.5, limitSeats],

  [2, startThread],
  [14, writeInThread],
  [8, writeMicroblogPost],
  [4, reply],
  [6, edit],
  [3, deletePublicPost],
  [8, react],
  [4, bookmark],
  [3, pinPost],
  [1, pinThread],
  [1, rename],
  [1, moveThread],
  [0.5, deleteThread],
  [3, reviewPublicPost],
  [0.5, reviewThread],
  [6, visit],
  [4, lookAround],
  [1, watchWord],

  [4, joinQueue],
  [1, leaveQueue],
  [3, runQueue],
  [0.2, announceMustSee],
  [4, dismiss],
];
const totalWeight = actions.reduce((sum, [weight]) => sum + weight, 0);

/** With few chats there is little to do. */
const minChats = 5;

/** Takes one action at random, the common ones more often. */
export async function takeAction(world: World): Promise<readonly Sailor[]> {
  if (world.chats.length < minChats) return create(world);
  let rest = world.random.fraction() * totalWeight;
  const chosen = actions.find(([weight]) => {
    rest -= weight;
    return rest < 0;
  });
  const [, action] = chosen ?? [0, post];
  return action(world);
}

/** Takes one action at random, each as often as any other. */
export async function takeAnyAction(world: World): Promise<readonly Sailor[]> {
  if (world.chats.length < minChats) return create(world);
  const [, action] = world.random.oneOf(actions);
  return action(world);
}
