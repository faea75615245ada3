import { createOnce, send } from '../ask.ts';
import { createFact, createFacts } from '../fact.ts';
import type { Chat, Sailor, World } from '../world.ts';
import { concerned, liveChats, someChat, someSailor, someSailorIn } from './choose.ts';

const maxInitialUsers = 5;
const hourMilliseconds = 60 * 60 * 1000;

/** Creates a chat and adds some users. */
export async function create(world: World): Promise<readonly Sailor[]> {
  const owner = someSailor(world);
  const initialUsers = Array.from({ length: 1 + world.random.below(maxInitialUsers) }, () => someSailor(world).userID);
  const content = { ...contentOf(world), initialUsers };
  const madeAt = world.clock();
  const { status, body } = await createOnce(world, owner, 'fez/create', content, (fez) => fez.lastModificationTime);
  if (status !== 201) return [owner];
  const { participants, waitingList } = body.members;
  const memberIDs: string[] = [...participants, ...waitingList].map(({ userID }: { userID: string }) => userID);
  const chat: Chat = {
    fezID: body.fezID,
    owner,
    madeAt,
    present: createFacts(world.clock, memberIDs),
    muted: createFacts(world.clock),
    posts: [],
    startTime: body.startTime,
    cancelled: createFact(world.clock, false),
  };
  world.chats.push(chat);
  return concerned(world, chat);
}

function contentOf({ random, clock }: World) {
  const fezType = random.oneOf(['closed', 'open', 'open', 'activity', 'gaming', 'privateEvent']);
  const content = { fezType, title: `Chat ${clock()}`, info: 'All are welcome', minCapacity: 0, maxCapacity: 0 };
  if (fezType === 'closed' || fezType === 'open') return content;
  const startTime = Date.now() + (48 + random.below(2400)) * hourMilliseconds;
  const times = {
    startTime: new Date(startTime).toISOString(),
    endTime: new Date(startTime + hourMilliseconds).toISOString(),
  };
  return { ...content, ...times, location: 'Upper deck' };
}

/** Adds a user to a chat, or takes one out of it. */
async function move(world: World, chat: Chat, moved: Sailor, isComing: boolean, actor: Sailor, path: string) {
  const before = concerned(world, chat, moved);
  await chat.present.of(moved.userID).turn(isComing, () => send(world, actor, `fez/${chat.fezID}/${path}`));
  return before;
}

export async function join(world: World): Promise<readonly Sailor[]> {
  const sailor = someSailor(world);
  return move(world, someChat(world), sailor, true, sailor, 'join');
}

export async function leave(world: World): Promise<readonly Sailor[]> {
  const chat = someChat(world);
  const sailor = someSailorIn(world, chat);
  return move(world, chat, sailor, false, sailor, 'unjoin');
}

export async function add(world: World): Promise<readonly Sailor[]> {
  const chat = someChat(world);
  const sailor = someSailor(world);
  return move(world, chat, sailor, true, chat.owner, `user/${sailor.userID}/add`);
}

export async function remove(world: World): Promise<readonly Sailor[]> {
  const chat = someChat(world);
  const sailor = someSailorIn(world, chat);
  return move(world, chat, sailor, false, chat.owner, `user/${sailor.userID}/remove`);
}

/** Calls off the next appointment in a live chat, which is in the summary of its members. */
export async function cancel(world: World): Promise<readonly Sailor[]> {
  const appointments = liveChats(world).filter(({ startTime, cancelled }) => startTime && cancelled.isCertainly(false));
  const [chat] = appointments.toSorted((a, b) => startsAt(a) - startsAt(b));
  if (!chat) return create(world);
  await chat.cancelled.turn(true, () => send(world, chat.owner, `fez/${chat.fezID}/cancel`));
  return concerned(world, chat);
}

const startsAt = ({ startTime = '' }: Chat): number => Date.parse(startTime);
