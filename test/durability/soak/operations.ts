import { add, cancel, create, join, leave, remove } from './deeds/chats.ts';
import type { Deed } from './deeds/choose.ts';
import { block, favorPerson, lookAtLists, lookAtSummary, mutePerson, unblock, unmutePerson } from './deeds/people.ts';
import { deletePost, mark, mute, post, read, unmute } from './deeds/posts.ts';
import { follow, hangUp, reconnect } from './deeds/sockets.ts';
import type { Sailor, World } from './world.ts';

/** How often each comes up, among all of them together. */
const deeds: readonly (readonly [number, Deed])[] = [
  [3, create],
  [6, join],
  [4, leave],
  [6, add],
  [3, remove],
  [0.5, cancel],

  [36, post],
  [4, deletePost],
  [12, read],
  [8, mark('markRead')],
  [3, mute],
  [3, unmute],
  [2, mark('favorite')],
  [2, mark('favorite/remove')],

  [0.5, block],
  [0.7, unblock],
  [0.5, mutePerson],
  [0.7, unmutePerson],
  [1, favorPerson],
  [8, lookAtSummary],
  [3, lookAtLists],

  [2, follow],
  [5, reconnect],
  [2, hangUp],
];
const allTogether = deeds.reduce((sum, [weight]) => sum + weight, 0);

/** Without some chats there is little to do. */
const fewestChats = 5;

/** Does one thing at random, what is usual more often. */
export async function operate(world: World): Promise<readonly Sailor[]> {
  if (world.chats.length < fewestChats) return create(world);
  let rest = world.random.fraction() * allTogether;
  const found = deeds.find(([weight]) => {
    rest -= weight;
    return rest < 0;
  });
  const [, deed] = found ?? [0, post];
  return deed(world);
}

/** Does one thing at random, each as often as any other; gives those in whose summary it may have changed anything. */
export async function operateEvenly(world: World): Promise<readonly Sailor[]> {
  if (world.chats.length < fewestChats) return create(world);
  const [, deed] = world.random.oneOf(deeds);
  return deed(world);
}
