import { type Chat, type Sailor, sailorWith, type World } from '../world.ts';

/** One action of a user; returns those in whose summary it may have changed anything. */
export type Action = (world: World) => Promise<readonly Sailor[]>;

/** Posts and members go to the newest chats, so that something is going on there. */
const liveliestChats = 150;
/** One in this many users who act in a chat is chosen from all users, to be rejected. */
const oneInAnybody = 8;

export const liveChats = ({ chats }: World): readonly Chat[] => chats.slice(-liveliestChats);

export const someChat = (world: World): Chat => world.random.oneOf(liveChats(world));

export const someSailor = ({ random, sailors }: World): Sailor => random.oneOf(sailors);

export function someSailorIn(world: World, { present }: Chat): Sailor {
  const userIDs = present.on();
  if (userIDs.length === 0 || world.random.below(oneInAnybody) === 0) return someSailor(world);
  return sailorWith(world, world.random.oneOf(userIDs));
}

/** All users who may be in a chat, and these others. */
export function concerned(world: World, { present }: Chat, ...others: Sailor[]): Sailor[] {
  const perhaps = present.perhapsOn().map((userID) => sailorWith(world, userID));
  return [...new Set([...perhaps, ...others])];
}
