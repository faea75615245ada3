import assert from 'node:assert/strict';
import type { Reply } from '../../support/client.ts';
import { type Chat, pairOf, type Sailor, type World } from './world.ts';

/** Posts and members go to the newest chats, so that something is going on there. */
const liveliestChats = 150;
const mostInitialUsers = 5;
/** One in so many who act in a chat are just anybody, to be refused. */
const oneInAnybody = 8;

type Operation = (world: World) => Promise<void>;

/** How often each comes up, among all of them together. */
const operations: readonly (readonly [number, Operation])[] = [
  [3, create],
  [6, join],
  [4, leave],
  [6, add],
  [3, remove],
  [38, post],
  [12, read],
  [8, mark('markRead')],
  [10, lookAtSummary],
  [2, mute],
  [2, mark('mute/remove')],
  [3, mark('favorite')],
  [2, mark('favorite/remove')],
  [4, deletePost],
  [0.5, estrange('block')],
  [0.7, reconcile('unblock')],
  [0.5, estrange('mute')],
  [0.7, reconcile('unmute')],
  [1, favorPerson],
];
const allTogether = operations.reduce((sum, [weight]) => sum + weight, 0);

/** Does one thing at random; throws when the connection breaks, or for an answer that says the service is at fault. */
export async function operate(world: World): Promise<void> {
  // Without a chat there is little to do.
  if (world.chats.length < 5) return create(world);
  let rest = world.random.fraction() * allTogether;
  const found = operations.find(([weight]) => {
    rest -= weight;
    return rest < 0;
  });
  const [, operation] = found ?? [0, post];
  await operation(world);
}

// biome-ignore lint/suspicious/noExplicitAny: what is in an answer depends on the call
async function send(sailor: Sailor, path: string, body?: unknown): Promise<Reply<any>> {
  const reply = await sailor.client.send('POST', `/api/v3/${path}`, { body });
  assert.ok(reply.status < 500, `${path} as ${sailor.name}: ${reply.status} ${reply.reason}`);
  return reply;
}

const someChat = ({ chats, random }: World): Chat => random.oneOf(chats.slice(-liveliestChats));

function sailorWith({ sailors }: World, userID: string): Sailor {
  const found = sailors.find((one) => one.userID === userID);
  assert.ok(found);
  return found;
}

function somebodyIn(world: World, chat: Chat): Sailor {
  const { random, sailors } = world;
  const present = [...chat.presentSince.keys()];
  if (present.length === 0 || random.below(oneInAnybody) === 0) return random.oneOf(sailors);
  return sailorWith(world, random.oneOf(present));
}

async function create(world: World): Promise<void> {
  const { random, sailors } = world;
  const owner = random.oneOf(sailors);
  const initialUsers = Array.from({ length: 1 + random.below(mostInitialUsers) }, () => random.oneOf(sailors).userID);
  const { status, body } = await send(owner, 'fez/create', { ...contentOf(world), initialUsers });
  if (status !== 201) return;
  const participants: { userID: string }[] = [...body.members.participants, ...body.members.waitingList];
  const now = world.moment();
  world.chats.push({
    fezID: body.fezID,
    ownerID: owner.userID,
    presentSince: new Map(participants.map(({ userID }) => [userID, now])),
    moving: new Set(),
    uncertain: new Set(),
    muters: new Set(),
  });
}

function contentOf({ random, moment }: World) {
  const fezType = random.oneOf(['closed', 'open', 'open', 'activity', 'gaming', 'privateEvent']);
  const content = { fezType, title: `Chat ${moment()}`, info: 'All are welcome', minCapacity: 0, maxCapacity: 0 };
  if (fezType === 'closed' || fezType === 'open') return content;
  const startTime = Date.now() + (2 + random.below(100)) * 24 * 60 * 60 * 1000;
  const times = {
    startTime: new Date(startTime).toISOString(),
    endTime: new Date(startTime + 3_600_000).toISOString(),
  };
  return { ...content, ...times, location: 'Upper deck' };
}

/** Sends what brings somebody into a chat or out of it, and notes who is in once that is certain. */
async function move(
  world: World,
  chat: Chat,
  userID: string,
  isComing: boolean,
  request: () => Promise<Reply<unknown>>,
) {
  if (chat.moving.has(userID)) chat.uncertain.add(userID);
  chat.moving.add(userID);
  // Whoever is going may be out from now on, whatever the answer is, and also without one.
  if (!isComing) chat.presentSince.delete(userID);
  try {
    const { status } = await request();
    if (isComing && status < 300) chat.presentSince.set(userID, world.moment());
  } finally {
    chat.moving.delete(userID);
    if (!isComing || chat.uncertain.has(userID)) chat.presentSince.delete(userID);
  }
}

async function join(world: World): Promise<void> {
  const chat = someChat(world);
  const sailor = world.random.oneOf(world.sailors);
  await move(world, chat, sailor.userID, true, () => send(sailor, `fez/${chat.fezID}/join`));
}

async function leave(world: World): Promise<void> {
  const chat = someChat(world);
  const sailor = somebodyIn(world, chat);
  await move(world, chat, sailor.userID, false, () => send(sailor, `fez/${chat.fezID}/unjoin`));
}

async function add(world: World): Promise<void> {
  const chat = someChat(world);
  const { userID } = world.random.oneOf(world.sailors);
  const owner = sailorWith(world, chat.ownerID);
  await move(world, chat, userID, true, () => send(owner, `fez/${chat.fezID}/user/${userID}/add`));
}

async function remove(world: World): Promise<void> {
  const chat = someChat(world);
  const { userID } = somebodyIn(world, chat);
  const owner = sailorWith(world, chat.ownerID);
  await move(world, chat, userID, false, () => send(owner, `fez/${chat.fezID}/user/${userID}/remove`));
}

async function post(world: World): Promise<void> {
  const chat = someChat(world);
  const author = somebodyIn(world, chat);
  const sentAt = world.moment();
  const text = `Post ${sentAt}`;
  const { status, body } = await send(author, `fez/${chat.fezID}/post`, { text, images: [] });
  if (status < 300) world.posts.set(body.postID, { chat, authorID: author.userID, text, sentAt });
}

async function get(sailor: Sailor, path: string): Promise<void> {
  const { status, reason } = await sailor.client.send('GET', `/api/v3/${path}`);
  assert.ok(status < 500, `${path} as ${sailor.name}: ${status} ${reason}`);
}

async function read(world: World): Promise<void> {
  const chat = someChat(world);
  await get(somebodyIn(world, chat), `fez/${chat.fezID}`);
}

/** So the service remembers the summary, which what is done afterwards has to change. */
export async function lookAtSummary({ random, sailors }: World): Promise<void> {
  await get(random.oneOf(sailors), 'notification/global');
}

function mark(deed: string): Operation {
  return async (world) => {
    const chat = someChat(world);
    await send(somebodyIn(world, chat), `fez/${chat.fezID}/${deed}`);
  };
}

async function mute(world: World): Promise<void> {
  const chat = someChat(world);
  const sailor = somebodyIn(world, chat);
  chat.muters.add(sailor.userID);
  await send(sailor, `fez/${chat.fezID}/mute`);
}

async function deletePost(world: World): Promise<void> {
  const newest = [...world.posts].slice(-liveliestChats);
  if (newest.length === 0) return post(world);
  const [postID, { authorID }] = world.random.oneOf(newest);
  await send(sailorWith(world, authorID), `fez/post/${postID}/delete`);
}

function estrange(deed: 'block' | 'mute'): Operation {
  return async (world) => {
    const [one, other] = [world.random.oneOf(world.sailors), world.random.oneOf(world.sailors)];
    world.estranged.add(pairOf(one.userID, other.userID));
    if (deed === 'block') world.estranged.add(pairOf(other.userID, one.userID));
    await send(one, `users/${other.userID}/${deed}`);
  };
}

/** Ends a block or mute that may be there; what was missed meanwhile stays missed. */
function reconcile(deed: 'unblock' | 'unmute'): Operation {
  return async (world) => {
    if (world.estranged.size === 0) return favorPerson(world);
    const [one = '', other = ''] = world.random.oneOf([...world.estranged]).split(' ');
    await send(sailorWith(world, one), `users/${other}/${deed}`);
  };
}

async function favorPerson({ random, sailors }: World): Promise<void> {
  const deed = random.oneOf(['favorite', 'unfavorite']);
  await send(random.oneOf(sailors), `users/${random.oneOf(sailors).userID}/${deed}`);
}
