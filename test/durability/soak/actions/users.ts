import assert from 'node:assert/strict';
import { get, send } from '../ask.ts';
import type { Facts } from '../fact.ts';
import { pairOf, type Sailor, sailorWith, type World } from '../world.ts';
import { type Action, someSailor } from './choose.ts';

/** A list of users: a family has one of blocks, an account has its own of mutes. */
interface Relations {
  readonly facts: (world: World) => Facts;
  readonly ownerID: (sailor: Sailor) => string;
}

/** Blocks hold between all accounts of two families. */
const familiesOf = (world: World, ...sailors: Sailor[]): Sailor[] =>
  sailors.flatMap(({ familyIDs }) => familyIDs.map((userID) => sailorWith(world, userID)));

/** Blocks or mutes a user. */
function relate(action: 'block' | 'mute', relations: Relations): Action {
  return async (world) => {
    const [actor, subject] = [someSailor(world), someSailor(world)];
    const path = `users/${subject.userID}/${action}`;
    if (actor === subject) {
      await send(world, actor, path);
      return [actor];
    }
    const relation = relations.facts(world).of(pairOf(relations.ownerID(actor), subject.userID));
    const response = await relation.turn(true, () => send(world, actor, path));
    const isOwn = relations.ownerID(actor) === relations.ownerID(subject);
    if (response && isOwn) assert.equal(response.status, 400, `${path} as ${actor.name}`);
    return familiesOf(world, actor, subject);
  };
}

/** Ends a block or mute that is there. */
function reconcile(action: 'unblock' | 'unmute', relations: Relations): Action {
  return async (world) => {
    const pairs = relations.facts(world).on();
    if (pairs.length === 0) return lookAtSummary(world);
    const pair = world.random.oneOf(pairs);
    const [ownerID = '', subjectID = ''] = pair.split(' ');
    const owner = sailorWith(world, ownerID);
    const actors = familiesOf(world, owner).filter((sailor) => relations.ownerID(sailor) === ownerID);
    const actor = world.random.oneOf(actors);
    await relations
      .facts(world)
      .of(pair)
      .turn(false, () => send(world, actor, `users/${subjectID}/${action}`));
    return familiesOf(world, owner, sailorWith(world, subjectID));
  };
}

const blocksOf: Relations = { facts: ({ blocks }) => blocks, ownerID: ({ familyID }) => familyID };
const mutesOf: Relations = { facts: ({ mutes }) => mutes, ownerID: ({ userID }) => userID };

export const block = relate('block', blocksOf);
export const unblock = reconcile('unblock', blocksOf);
export const muteUser = relate('mute', mutesOf);
export const unmuteUser = reconcile('unmute', mutesOf);

/** Makes a user a favorite or ends that, which changes no one's summary. */
export async function favorUser(world: World): Promise<readonly Sailor[]> {
  const sailor = someSailor(world);
  const action = world.random.oneOf(['favorite', 'unfavorite']);
  await send(world, sailor, `users/${someSailor(world).userID}/${action}`);
  return [sailor];
}

/** So the service caches the summary, which later actions have to change. */
export async function lookAtSummary(world: World): Promise<readonly Sailor[]> {
  const sailor = someSailor(world);
  await get(world, sailor, 'notification/global');
  return [sailor];
}

export async function lookAtLists(world: World): Promise<readonly Sailor[]> {
  const sailor = someSailor(world);
  await get(world, sailor, `fez/joined?members=true&onlynew=${world.random.oneOf(['true', 'false'])}`);
  return [sailor];
}
