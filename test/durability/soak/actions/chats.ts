import assert from 'node:assert/strict';
import { createOnce, send } from '../ask.ts';
import { checkRejection } from '../compare-rights.ts';
import { createFact, createFacts, createSetting } from '../fact.ts';
import { type ChatVisibility, getChatVisibility, isUnchangedSince } from '../visibility.ts';
import type { Chat, Sailor, World } from '../world.ts';
import { chooseChat, chooseSailor, chooseSailorIn, getActiveChats, listConcernedSailors } from './choose.ts';

const maxInitialUsers = 5;
const hourMilliseconds = 60 * 60 * 1000;

/** Creates a chat and adds some users. */
export async function createChat(world: World): Promise<readonly Sailor[]> {
  const owner = chooseSailor(world);
  const initialUsers = Array.from(
    { length: 1 + world.random.below(maxInitialUsers) },
    () => chooseSailor(world).userID,
  );
  const content = getContent(world);
  const madeAt = world.clock();
  const { status, body } = await createOnce(
    world,
    owner,
    'fez/create',
    { ...content, initialUsers },
    getModificationTime,
  );
  checkRejection(world, owner, madeAt, status);
  if (status !== 201) return [owner];
  const { participants, waitingList } = body.members;
  const memberIDs: string[] = [...participants, ...waitingList].map(({ userID }: { userID: string }) => userID);
  const asked = new Set([owner.userID, ...initialUsers]);
  assert.deepEqual(
    memberIDs,
    [...asked].filter((userID) => memberIDs.includes(userID)),
    `${body.fezID}: who was put in, in which order`,
  );
  const chat: Chat = {
    fezID: body.fezID,
    owner,
    madeAt,
    present: createFacts(world.clock, memberIDs),
    muted: createFacts(world.clock),
    posts: [],
    startTime: body.startTime,
    cancelled: createFact(world.clock, false),
    content,
    capacity: createSetting(world.clock, content.maxCapacity),
    isPublic: createFact(world.clock, isOpenGroup(content)),
    underReview: createFact(world.clock, false),
    knownAt: world.clock(),
  };
  world.chats.push(chat);
  return listConcernedSailors(world, chat);
}

const getModificationTime = (fez: { lastModificationTime: string }): string => fez.lastModificationTime;

/** Most chats are small enough for some users to wait; some have space for everyone. */
const chooseCapacity = ({ random }: World): number => random.oneOf([0, 1, 2, 3, 4, 6, 8]);

function getContent(world: World) {
  const { random, clock, time } = world;
  const fezType = random.oneOf(['closed', 'open', 'open', 'activity', 'gaming', 'privateEvent']);
  const content = { fezType, title: `Chat ${clock()}`, info: 'All are welcome', minCapacity: 0, maxCapacity: 0 };
  if (fezType === 'closed' || fezType === 'open') return content;
  const startTime = time.meetingsFrom.getTime() + random.below(2400) * hourMilliseconds;
  const times = {
    startTime: new Date(startTime).toISOString(),
    endTime: new Date(startTime + hourMilliseconds).toISOString(),
  };
  return { ...content, ...times, location: 'Upper deck', maxCapacity: chooseCapacity(world) };
}

/** Adds a user to a chat, or removes one. */
async function changeMembership(
  world: World,
  chat: Chat,
  moved: Sailor,
  isComing: boolean,
  actor: Sailor,
  path: string,
) {
  const before = listConcernedSailors(world, chat, moved);
  await chat.present.of(moved.userID).turn(isComing, () => send(world, actor, `fez/${chat.fezID}/${path}`));
  return before;
}

/** The expected status of a request to join, by how much of the chat the user sees. */
function predictJoinStatus(sight: ChatVisibility, { isPublic }: Chat): number {
  if (sight === 'nothing' || sight === 'redacted') return 404;
  if (!isPublic.isCertainly(true)) return 400;
  return sight === 'inside' ? 409 : 201;
}

/** Joins a chat, or is rejected, as expected. */
export async function joinChat(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  const chat = chooseChat(world);
  const before = listConcernedSailors(world, chat, sailor);
  const sight = getChatVisibility(world, sailor, chat);
  const sentAt = world.clock();
  const response = await chat.present.of(sailor.userID).turn(true, () => send(world, sailor, `fez/${chat.fezID}/join`));
  if (response && sight && isUnchangedSince(world, sailor, chat, sentAt)) {
    const words = `${sailor.name}, who sees ${sight}, joins ${chat.fezID}: ${response.reason}`;
    assert.equal(response.status, predictJoinStatus(sight, chat), words);
    world.tally.joins += 1;
  }
  return before;
}

export async function leaveChat(world: World): Promise<readonly Sailor[]> {
  const chat = chooseChat(world);
  const sailor = chooseSailorIn(world, chat);
  return changeMembership(world, chat, sailor, false, sailor, 'unjoin');
}

export async function addMember(world: World): Promise<readonly Sailor[]> {
  const chat = chooseChat(world);
  const sailor = chooseSailor(world);
  const before = listConcernedSailors(world, chat, sailor);
  const sentAt = world.clock();
  const path = `fez/${chat.fezID}/user/${sailor.userID}/add`;
  const response = await chat.present.of(sailor.userID).turn(true, () => send(world, chat.owner, path));
  const isClosed = chat.content.fezType === 'closed';
  if (response && !isClosed) checkRejection(world, chat.owner, sentAt, response.status);
  return before;
}

export async function removeMember(world: World): Promise<readonly Sailor[]> {
  const chat = chooseChat(world);
  const sailor = chooseSailorIn(world, chat);
  return changeMembership(world, chat, sailor, false, chat.owner, `user/${sailor.userID}/remove`);
}

/** Cancels the next appointment in a live chat, which is in the summary of its members. */
export async function cancelAppointment(world: World): Promise<readonly Sailor[]> {
  const appointments = getActiveChats(world).filter(
    ({ startTime, cancelled }) => startTime && cancelled.isCertainly(false),
  );
  const [chat] = appointments.toSorted((a, b) => getStart(a) - getStart(b));
  if (!chat) return createChat(world);
  const response = await chat.cancelled.turn(true, () => send(world, chat.owner, `fez/${chat.fezID}/cancel`));
  assert.ok(!response || response.status < 300, `${chat.owner.name} cannot cancel: ${response?.reason}`);
  return listConcernedSailors(world, chat);
}

/** Whether outsiders may join from the start. */
const isOpenGroup = ({ fezType }: { readonly fezType: string }): boolean => ['activity', 'gaming'].includes(fezType);

/**
 * Changes the capacity of an appointment, and opens a private one to outsiders or closes it again; this also undoes a
 * cancellation.
 */
export async function changeAppointment(world: World): Promise<readonly Sailor[]> {
  const appointments = getActiveChats(world).filter(({ startTime }) => startTime);
  if (appointments.length === 0) return createChat(world);
  const chat = world.random.oneOf(appointments);
  const { fezID, owner, capacity, cancelled, isPublic, underReview } = chat;
  const sentAt = world.clock();
  const maxCapacity = chooseCapacity(world);
  const isOpened = isOpenGroup(chat.content) || world.random.below(2) === 0;
  const visibility = isOpenGroup(chat.content) ? undefined : isOpened ? 'unlisted' : 'private';
  const content = { ...chat.content, maxCapacity, visibility, initialUsers: [] };
  const update = () => send(world, owner, `fez/${fezID}/update`, content);
  const response = await cancelled.turn(false, () => capacity.turn(maxCapacity, () => isPublic.turn(isOpened, update)));
  const isNoModerator = world.moderators.of(owner.userID).since(false) < sentAt;
  if (response && isNoModerator && underReview.since(true) < sentAt)
    assert.equal(response.status, 403, `${fezID} is under review`);
  if (response && underReview.since(false) < sentAt) checkRejection(world, owner, sentAt, response.status);
  return listConcernedSailors(world, chat);
}

const getStart = ({ startTime = '' }: Chat): number => Date.parse(startTime);
