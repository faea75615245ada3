import { type Chat, getSailor, type Sailor, type World } from '../world.ts';

/** One action of a user; returns the users whose summary it may have changed. */
export type Action = (world: World) => Promise<readonly Sailor[]>;

/** Posts and members go to the newest chats, so that these are busy. */
const activeChatCount = 150;
/** One in this many users who act in a chat is chosen from all users, so that the service rejects some. */
const anyUserOdds = 8;

export const getActiveChats = ({ chats }: World): readonly Chat[] => chats.slice(-activeChatCount);

export const chooseChat = (world: World): Chat => world.random.oneOf(getActiveChats(world));

export const chooseSailor = ({ random, sailors }: World): Sailor => random.oneOf(sailors);

export function chooseSailorIn(world: World, { present }: Chat): Sailor {
  const userIDs = present.on();
  if (userIDs.length === 0 || world.random.below(anyUserOdds) === 0) return chooseSailor(world);
  return getSailor(world, world.random.oneOf(userIDs));
}

/** Returns all users who may be in a chat, and these others. */
export function listConcernedSailors(world: World, { present }: Chat, ...others: Sailor[]): Sailor[] {
  const perhaps = present.perhapsOn().map((userID) => getSailor(world, userID));
  return [...new Set([...perhaps, ...others])];
}
