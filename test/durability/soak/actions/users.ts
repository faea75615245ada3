import assert from 'node:assert/strict';
import { get, send } from '../ask.ts';
import type { Facts } from '../fact.ts';
import { getPairKey, getSailor, type Sailor, type World } from '../world.ts';
import { type Action, chooseSailor } from './choose.ts';

/** A list of users: a family shares its list of blocks, each account has its own list of mutes. */
interface Relations {
  readonly facts: (world: World) => Facts;
  readonly ownerID: (sailor: Sailor) => string;
}

/** Blocks apply to all accounts of both families. */
const getFamilies = (world: World, ...sailors: Sailor[]): Sailor[] =>
  sailors.flatMap(({ familyIDs }) => familyIDs.map((userID) => getSailor(world, userID)));

/** Blocks or mutes a user. */
function createRelationAction(action: 'block' | 'mute', relations: Relations): Action {
  return async (world) => {
    const [actor, subject] = [chooseSailor(world), chooseSailor(world)];
    const path = `users/${subject.userID}/${action}`;
    if (actor === subject) {
      await send(world, actor, path);
      return [actor];
    }
    const relation = relations.facts(world).of(getPairKey(relations.ownerID(actor), subject.userID));
    const response = await relation.turn(true, () => send(world, actor, path));
    const isOwn = relations.ownerID(actor) === relations.ownerID(subject);
    if (response && isOwn) assert.equal(response.status, 400, `${path} as ${actor.name}`);
    return getFamilies(world, actor, subject);
  };
}

/** Removes an existing block or mute. */
function createEndRelationAction(action: 'unblock' | 'unmute', relations: Relations): Action {
  return async (world) => {
    const pairs = relations.facts(world).on();
    if (pairs.length === 0) return lookAtSummary(world);
    const pair = world.random.oneOf(pairs);
    const [ownerID = '', subjectID = ''] = pair.split(' ');
    const owner = getSailor(world, ownerID);
    const actors = getFamilies(world, owner).filter((sailor) => relations.ownerID(sailor) === ownerID);
    const actor = world.random.oneOf(actors);
    await relations
      .facts(world)
      .of(pair)
      .turn(false, () => send(world, actor, `users/${subjectID}/${action}`));
    return getFamilies(world, owner, getSailor(world, subjectID));
  };
}

const blocksOf: Relations = { facts: ({ blocks }) => blocks, ownerID: ({ familyID }) => familyID };
const mutesOf: Relations = { facts: ({ mutes }) => mutes, ownerID: ({ userID }) => userID };

export const blockUser = createRelationAction('block', blocksOf);
export const unblockUser = createEndRelationAction('unblock', blocksOf);
export const muteUser = createRelationAction('mute', mutesOf);
export const unmuteUser = createEndRelationAction('unmute', mutesOf);

/** Adds or removes a favorite user, which changes no one's summary. */
export async function toggleFavorite(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  const action = world.random.oneOf(['favorite', 'unfavorite']);
  await send(world, sailor, `users/${chooseSailor(world).userID}/${action}`);
  return [sailor];
}

/** The service then caches the summary, which later actions have to change. */
export async function lookAtSummary(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  await get(world, sailor, 'notification/global');
  return [sailor];
}

export async function lookAtLists(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  await get(world, sailor, `fez/joined?members=true&onlynew=${world.random.oneOf(['true', 'false'])}`);
  return [sailor];
}
