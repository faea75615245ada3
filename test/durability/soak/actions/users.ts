import { get, send } from '../ask.ts';
import type { Facts } from '../fact.ts';
import { pairOf, type Sailor, sailorWith, type World } from '../world.ts';
import { type Action, someSailor } from './choose.ts';

type Relations = (world: World) => Facts;

/** Blocks or mutes a user. */
function relate(action: 'block' | 'mute', relations: Relations): Action {
  return async (world) => {
    const [actor, subject] = [someSailor(world), someSailor(world)];
    const path = `users/${subject.userID}/${action}`;
    if (actor === subject) await send(world, actor, path);
    else
      await relations(world)
        .of(pairOf(actor, subject))
        .turn(true, () => send(world, actor, path));
    return [actor, subject];
  };
}

/** Ends a block or mute that is there. */
function reconcile(action: 'unblock' | 'unmute', relations: Relations): Action {
  return async (world) => {
    const pairs = relations(world).on();
    if (pairs.length === 0) return lookAtSummary(world);
    const pair = world.random.oneOf(pairs);
    const [actorID = '', subjectID = ''] = pair.split(' ');
    const actor = sailorWith(world, actorID);
    await relations(world)
      .of(pair)
      .turn(false, () => send(world, actor, `users/${subjectID}/${action}`));
    return [actor, sailorWith(world, subjectID)];
  };
}

const blocksOf: Relations = ({ blocks }) => blocks;
const mutesOf: Relations = ({ mutes }) => mutes;

export const block = relate('block', blocksOf);
export const unblock = reconcile('unblock', blocksOf);
export const muteUser = relate('mute', mutesOf);
export const unmuteUser = reconcile('unmute', mutesOf);

/** Makes a user a favorite or ends that, which changes nobody's summary. */
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
