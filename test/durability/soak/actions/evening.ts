import { get, send } from '../ask.ts';
import { getPairKey, type Sailor, type World } from '../world.ts';
import { chooseSailor } from './choose.ts';

/** Puts a user on tonight's karaoke queue, or changes their song. */
export async function joinQueue(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  await send(world, sailor, 'karaoke/queue', { title: `Song ${world.clock()}` });
  return [sailor];
}

export async function leaveQueue(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  await send(world, sailor, 'karaoke/queue/remove');
  return [sailor];
}

/** As the manager, calls the next singer, or moves or removes one on the queue. Others may have done so meanwhile. */
export async function runQueue(world: World): Promise<readonly Sailor[]> {
  const { random, admin } = world;
  const onlooker = chooseSailor(world);
  const shown = await get(world, onlooker, 'karaoke/queue');
  const entries: readonly { readonly id: number }[] = shown?.body?.waiting ?? [];
  const action = random.oneOf(['next', 'next', 'move', 'skip']);
  if (action === 'next' || entries.length === 0)
    await send(world, admin, 'karaoke/queue/next', { calledID: shown?.body?.called?.id ?? 0 });
  else if (action === 'move')
    await send(world, admin, `karaoke/queue/${random.oneOf(entries).id}/move/${random.below(entries.length) + 1}`);
  else await send(world, admin, `karaoke/queue/${random.oneOf(entries).id}/skip`);
  return [onlooker];
}

/** Creates an announcement that everyone has to dismiss. */
export async function announceMustSee(world: World): Promise<readonly Sailor[]> {
  // None ends during a comparison.
  const displayUntil = world.time.meetingsFrom.toISOString();
  const body = { text: `Drill ${world.clock()}`, displayUntil, mustSee: true };
  await send(world, world.admin, 'notification/announcement/create', body);
  return [chooseSailor(world)];
}

/** Dismisses one of the announcements that the user has to see. */
export async function dismissAnnouncement(world: World): Promise<readonly Sailor[]> {
  const sailor = chooseSailor(world);
  const summary = await get(world, sailor, 'notification/global');
  const unseen: readonly number[] = summary?.body?.mustSeeAnnouncementIDs ?? [];
  if (unseen.length === 0) return [sailor];
  const id = world.random.oneOf(unseen);
  const response = await send(world, sailor, `notification/announcement/${id}/seen`);
  if (response && response.status < 300) world.dismissed.add(getPairKey(String(id), sailor.userID));
  return [sailor];
}
