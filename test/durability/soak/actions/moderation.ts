import assert from 'node:assert/strict';
import { send } from '../ask.ts';
import { type Actor, getID, getSailor, type Sailor, type World } from '../world.ts';
import { chooseChat, chooseSailor, getActiveChats, listConcernedSailors } from './choose.ts';

const quarantineHours = 200;
/** Moderators review posts while they are new. */
const newestPosts = 40;

/** Puts a user into quarantine, or ends it. */
export async function changeQuarantine(world: World): Promise<readonly Sailor[]> {
  const { admin, quarantines, random } = world;
  const inQuarantine = quarantines.on();
  const isEnded = inQuarantine.length > random.below(maxInQuarantine);
  const named = isEnded ? getSailor(world, random.oneOf(inQuarantine)) : chooseSailor(world);
  // The quarantine applies to the whole family, whichever account is named; moderators can't be named.
  const userID = random.oneOf(named.familyIDs);
  const moderator = world.moderators.of(userID);
  const sentAt = world.clock();
  const path = `mod/user/${userID}/tempquarantine/${isEnded ? 0 : quarantineHours}`;
  const response = await quarantines.of(named.familyID).turn(!isEnded, () => send(world, admin, path));
  const words = `${path}: ${response?.reason}`;
  if (response && moderator.since(true) < sentAt) assert.equal(response.status, 400, words);
  if (response && moderator.since(false) < sentAt) assert.equal(response.status, 200, words);
  return [named];
}

/** Promotes a user to moderator, unless they are in quarantine, or demotes one. */
export async function changeModerator(world: World): Promise<readonly Sailor[]> {
  const { admin, moderators, quarantines, random } = world;
  const known = moderators.on();
  const isEnded = known.length > random.below(maxModerators);
  const sailor = isEnded ? getSailor(world, random.oneOf(known)) : chooseSailor(world);
  const [moderator, quarantine] = [moderators.of(sailor.userID), quarantines.of(sailor.familyID)];
  const [wasModerator, wasNone] = [moderator.since(true), moderator.since(false)];
  const sentAt = world.clock();
  const path = isEnded ? `admin/user/demote/${sailor.userID}` : `admin/moderator/promote/${sailor.userID}`;
  const response = await moderator.turn(!isEnded, () => send(world, admin, path));
  if (!response || !(moderator.isCertainly(true) || moderator.isCertainly(false))) return [sailor];
  const isMeant = isEnded ? wasModerator < sentAt : wasNone < sentAt && quarantine.since(false) < sentAt;
  if (isMeant) assert.equal(response.status, 200, `${path}: ${response.reason}`);
  const isAmiss = !isEnded && (wasModerator < sentAt || quarantine.since(true) < sentAt);
  if (isAmiss) assert.equal(response.status, 400, `${path}: ${response.reason}`);
  return [sailor];
}

/** Maximum number of moderators. */
const maxModerators = 6;

/** Maximum number of users in quarantine. */
const maxInQuarantine = 8;

/** Chooses a user who usually is a moderator. */
function chooseModerator({ admin, moderators, sailors, random }: World): Actor {
  const userIDs = moderators.on();
  return random.oneOf([admin, ...sailors.filter(({ userID }) => userIDs.includes(userID))]);
}

/** Puts a post under review, or shows it again. */
export async function reviewPost(world: World): Promise<readonly Sailor[]> {
  const newest = [...world.posts.values()].slice(-newestPosts);
  const posts = newest.filter(
    ({ chat, outcome, deleted }) =>
      chat.content.fezType !== 'closed' && getID(outcome) > 0 && deleted.isCertainly(false),
  );
  if (posts.length === 0) return changeQuarantine(world);
  const { chat, outcome, underReview } = world.random.oneOf(posts);
  const isReviewed = !underReview.isCertainly(true);
  const path = `mod/fezpost/${getID(outcome)}/setstate/${isReviewed ? 'quarantined' : 'normal'}`;
  await underReview.turn(isReviewed, () => send(world, chooseModerator(world), path));
  return listConcernedSailors(world, chat);
}

/** Puts a chat under review, or shows it again. */
export async function reviewChat(world: World): Promise<readonly Sailor[]> {
  const reviewed = getActiveChats(world).filter(({ underReview }) => underReview.isCertainly(true));
  const isEnded = reviewed.length > world.random.below(maxUnderReview);
  const chat = isEnded ? world.random.oneOf(reviewed) : chooseChat(world);
  const path = `mod/fez/${chat.fezID}/setstate/${isEnded ? 'normal' : 'quarantined'}`;
  const response = await chat.underReview.turn(!isEnded, () => send(world, world.admin, path));
  const expected = chat.content.fezType === 'closed' ? 404 : 200;
  assert.equal(response?.status ?? expected, expected, `${path}: ${response?.reason}`);
  return listConcernedSailors(world, chat);
}

/** Maximum number of chats under review. */
const maxUnderReview = 8;
