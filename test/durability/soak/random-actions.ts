import {
  addMember,
  cancelAppointment,
  changeAppointment,
  createChat,
  joinChat,
  leaveChat,
  removeMember,
} from './actions/chats.ts';
import type { Action } from './actions/choose.ts';
import { announceMustSee, dismissAnnouncement, joinQueue, leaveQueue, runQueue } from './actions/evening.ts';
import { closeIncident, fileIncident } from './actions/incidents.ts';
import { changeModerator, changeQuarantine, reviewChat, reviewPost } from './actions/moderation.ts';
import { changePicture } from './actions/pictures.ts';
import {
  deletePost,
  markChat,
  muteChat,
  postMessage,
  reactToMessage,
  readChat,
  reportMessage,
  unmuteChat,
} from './actions/posts.ts';
import {
  bookmarkPost,
  coolDownThread,
  deletePublicPost,
  deleteThread,
  editPublicPost,
  lookAround,
  moveThread,
  pinPost,
  pinThread,
  reactToPublicPost,
  renameThread,
  replyInMicroblog,
  reviewPublicPost,
  reviewThread,
  startThread,
  visitThread,
  watchWord,
  writeInThread,
  writeMicroblogPost,
} from './actions/public-talk.ts';
import { giveUpSeat, limitSeats, moveWorkshop, takeSeat } from './actions/seats.ts';
import { closeRandomStream, followChat, reconnectStream } from './actions/sockets.ts';
import {
  blockUser,
  lookAtLists,
  lookAtSummary,
  muteUser,
  toggleFavorite,
  unblockUser,
  unmuteUser,
} from './actions/users.ts';
import type { Sailor, World } from './world.ts';

/** Actions with their relative frequencies. */
const actions: readonly (readonly [number, Action])[] = [
  [3, createChat],
  [6, joinChat],
  [4, leaveChat],
  [6, addMember],
  [3, removeMember],
  [0.5, cancelAppointment],
  [2, changeAppointment],

  [36, postMessage],
  [4, deletePost],
  [4, reactToMessage],
  [1, reportMessage],
  [12, readChat],
  [8, markChat('markRead')],
  [3, muteChat],
  [3, unmuteChat],
  [2, markChat('favorite')],
  [2, markChat('favorite/remove')],

  [0.5, blockUser],
  [0.7, unblockUser],
  [0.5, muteUser],
  [0.7, unmuteUser],
  [1, toggleFavorite],
  [2, changePicture],
  [8, lookAtSummary],
  [3, lookAtLists],

  [1, changeModerator],
  [1, changeQuarantine],
  [3, reviewPost],
  [1, reviewChat],

  [2, followChat],
  [5, reconnectStream],
  [2, closeRandomStream],

  [3, takeSeat],
  [2, giveUpSeat],
  [0.5, limitSeats],
  [0.5, moveWorkshop],

  [2, startThread],
  [14, writeInThread],
  [8, writeMicroblogPost],
  [4, replyInMicroblog],
  [6, editPublicPost],
  [3, deletePublicPost],
  [8, reactToPublicPost],
  [4, bookmarkPost],
  [3, pinPost],
  [1, pinThread],
  [1, renameThread],
  [1, moveThread],
  [0.5, deleteThread],
  [3, reviewPublicPost],
  [0.5, reviewThread],
  [1, coolDownThread],
  [6, visitThread],
  [4, lookAround],
  [1, watchWord],

  [4, joinQueue],
  [1, leaveQueue],
  [3, runQueue],
  [0.2, announceMustSee],
  [4, dismissAnnouncement],

  [0.5, fileIncident],
  [0.3, closeIncident],
];
const totalWeight = actions.reduce((sum, [weight]) => sum + weight, 0);

/** With few chats there is little to do. */
const minChats = 5;

/** Takes one action at random, the common ones more often. */
export async function takeAction(world: World): Promise<readonly Sailor[]> {
  if (world.chats.length < minChats) return createChat(world);
  let rest = world.random.fraction() * totalWeight;
  const chosen = actions.find(([weight]) => {
    rest -= weight;
    return rest < 0;
  });
  const [, action] = chosen ?? [0, postMessage];
  return action(world);
}

/** Takes one action at random, each as often as any other. */
export async function takeAnyAction(world: World): Promise<readonly Sailor[]> {
  if (world.chats.length < minChats) return createChat(world);
  const [, action] = world.random.oneOf(actions);
  return action(world);
}
