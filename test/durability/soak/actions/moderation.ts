import assert from 'node:assert/strict';
import { send } from '../ask.ts';
import { idOf, type Sailor, sailorWith, type World } from '../world.ts';
import { concerned, liveChats, someChat, someSailor } from './choose.ts';

const hours = 200;
/** Posts come under review while they are new. */
const newestPosts = 40;

/** Keeps a user from writing, or lets another write again. */
export async function quarantine(world: World): Promise<readonly Sailor[]> {
  const { admin, quarantines, random } = world;
  const inQuarantine = quarantines.on();
  const isEnded = inQuarantine.length > random.below(maxInQuarantine);
  const named = isEnded ? sailorWith(world, random.oneOf(inQuarantine)) : someSailor(world);
  const { familyID, familyIDs } = named;
  // Whichever account is named, all of the family are meant.
  const path = `mod/user/${random.oneOf(familyIDs)}/tempquarantine/${isEnded ? 0 : hours}`;
  const response = await quarantines.of(familyID).turn(!isEnded, () => send(world, admin, path));
  assert.ok(!response || response.status < 300, `${path}: ${response?.reason}`);
  return [named];
}

/** So many users at most are in quarantine. */
const maxInQuarantine = 8;

/** Takes a post under review, or lets it be shown again. */
export async function reviewPost(world: World): Promise<readonly Sailor[]> {
  const newest = [...world.posts.values()].slice(-newestPosts);
  const posts = newest.filter(
    ({ chat, outcome, deleted }) =>
      chat.content.fezType !== 'closed' && idOf(outcome) > 0 && deleted.isCertainly(false),
  );
  if (posts.length === 0) return quarantine(world);
  const { chat, outcome, underReview } = world.random.oneOf(posts);
  const isReviewed = !underReview.isCertainly(true);
  const path = `mod/fezpost/${idOf(outcome)}/setstate/${isReviewed ? 'quarantined' : 'normal'}`;
  await underReview.turn(isReviewed, () => send(world, world.admin, path));
  return concerned(world, chat);
}

/** Takes a chat under review, or lets it be shown again. */
export async function reviewChat(world: World): Promise<readonly Sailor[]> {
  const reviewed = liveChats(world).filter(({ underReview }) => underReview.isCertainly(true));
  const isEnded = reviewed.length > world.random.below(maxUnderReview);
  const chat = isEnded ? world.random.oneOf(reviewed) : someChat(world);
  const path = `mod/fez/${chat.fezID}/setstate/${isEnded ? 'normal' : 'quarantined'}`;
  const response = await chat.underReview.turn(!isEnded, () => send(world, world.admin, path));
  const expected = chat.content.fezType === 'closed' ? 404 : 200;
  assert.equal(response?.status ?? expected, expected, `${path}: ${response?.reason}`);
  return concerned(world, chat);
}

/** So many chats at most are under review. */
const maxUnderReview = 8;
