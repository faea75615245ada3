import { createChatStream, getStreams, type PostStream } from '../post-streams.ts';
import type { Sailor, World } from '../world.ts';
import { chooseChat, chooseSailor, chooseSailorIn, getActiveChats } from './choose.ts';

/** How many frames before the newest a user may request again. */
const maxRepeatedFrames = 40;
/** One in this many reconnects requests frames that have already arrived. */
const repeatOdds = 2;

/** Opens a user's socket of a chat, or is rejected. */
export async function followChat(world: World): Promise<readonly Sailor[]> {
  const chat = chooseChat(world);
  const sailor = chooseSailorIn(world, chat);
  const { chats } = sailor.streams;
  if (chats.has(chat)) return reconnectStream(world);
  const stream = createChatStream(world, sailor, chat);
  chats.set(chat, stream);
  await stream.open();
  return [];
}

/** Closes one connection and opens it again. */
export async function reconnectStream(world: World): Promise<readonly Sailor[]> {
  await reopenStream(world, world.random.oneOf(getStreams(chooseSailor(world))));
  return [];
}

async function reopenStream({ random, tally }: World, stream: PostStream): Promise<void> {
  tally.reconnects += 1;
  await stream.open(random.below(repeatOdds) === 0 ? random.below(maxRepeatedFrames) : 0);
}

/** Closes one connection, which stays closed until something opens it again. */
export async function closeRandomStream(world: World): Promise<readonly Sailor[]> {
  world.random.oneOf(getStreams(chooseSailor(world))).close();
  return [];
}

/** Opens every closed stream; the service rejects those of chats that the user is no longer in. */
export async function openAllStreams(world: World): Promise<void> {
  const closed = world.sailors.flatMap(getStreams).filter(({ isOpen }) => !isOpen);
  await Promise.all(closed.map((stream) => reopenStream(world, stream)));
}

/** Opens everything that is closed, then closes every other connection, so that users miss many frames. */
export async function reconnectHalf(world: World): Promise<void> {
  await openAllStreams(world);
  for (const stream of world.sailors.flatMap(getStreams)) if (world.random.below(2) === 0) stream.close();
}

/** Lists streams of chats that are no longer busy. */
export function listQuietStreams(world: World) {
  const live = new Set(getActiveChats(world));
  return world.sailors.flatMap((sailor) =>
    [...sailor.streams.chats].flatMap(([chat, stream]) => (live.has(chat) ? [] : [{ sailor, chat, stream }])),
  );
}
