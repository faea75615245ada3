import { get, send } from '../ask.ts';
import type { Facts } from '../fact.ts';
import { pairOf, type Sailor, sailorWith, type World } from '../world.ts';
import { type Deed, somebody } from './choose.ts';

type Relations = (world: World) => Facts;

/** Blocks or mutes somebody. */
function relate(action: 'block' | 'mute', relations: Relations): Deed {
  return async (world) => {
    const [one, other] = [somebody(world), somebody(world)];
    const path = `users/${other.userID}/${action}`;
    if (one === other) await send(world, one, path);
    else
      await relations(world)
        .of(pairOf(one, other))
        .turn(true, () => send(world, one, path));
    return [one, other];
  };
}

/** Ends a block or mute that is there. */
function reconcile(action: 'unblock' | 'unmute', relations: Relations): Deed {
  return async (world) => {
    const pairs = relations(world).on();
    if (pairs.length === 0) return lookAtSummary(world);
    const pair = world.random.oneOf(pairs);
    const [one = '', other = ''] = pair.split(' ');
    const sailor = sailorWith(world, one);
    await relations(world)
      .of(pair)
      .turn(false, () => send(world, sailor, `users/${other}/${action}`));
    return [sailor, sailorWith(world, other)];
  };
}

const blocksOf: Relations = ({ blocks }) => blocks;
const mutesOf: Relations = ({ mutes }) => mutes;

export const block = relate('block', blocksOf);
export const unblock = reconcile('unblock', blocksOf);
export const muteUser = relate('mute', mutesOf);
export const unmuteUser = reconcile('unmute', mutesOf);

/** Makes somebody a favorite or ends that, which is no news to anybody. */
export async function favorUser(world: World): Promise<readonly Sailor[]> {
  const sailor = somebody(world);
  const action = world.random.oneOf(['favorite', 'unfavorite']);
  await send(world, sailor, `users/${somebody(world).userID}/${action}`);
  return [sailor];
}

/** So the service remembers the summary, which what is done afterwards has to change. */
export async function lookAtSummary(world: World): Promise<readonly Sailor[]> {
  const sailor = somebody(world);
  await get(world, sailor, 'notification/global');
  return [sailor];
}

export async function lookAtLists(world: World): Promise<readonly Sailor[]> {
  const sailor = somebody(world);
  await get(world, sailor, `fez/joined?members=true&onlynew=${world.random.oneOf(['true', 'false'])}`);
  return [sailor];
}
