import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { timeoutMilliseconds } from '../../support/timeout.ts';
import { getActiveChats } from './actions/choose.ts';
import { listQuietStreams, openAllStreams } from './actions/sockets.ts';
import { forEachConcurrently } from './at-once.ts';
import { compareLive, comparePosts, compareRecent } from './compare-posts.ts';
import { comparePublicTalk } from './compare-public.ts';
import { compareQueueAndAnnouncements } from './compare-queue-and-announcements.ts';
import { compareLists, showSummary } from './compare-summary.ts';
import { compareVisibility } from './compare-visibility.ts';
import { isListed } from './expected-visibility.ts';
import { getChatVisibility } from './visibility.ts';
import type { Sailor, World } from './world.ts';

/**
 * Throws if anything is wrong at a moment without requests in progress; `since` is the previous such moment. Every user
 * reads a chat meanwhile.
 */
export async function compareNow(world: World, since: number): Promise<void> {
  await openAllStreams(world);
  assert.deepEqual(world.faults, []);
  await forEachConcurrently(world.sailors, async (sailor) => void (await compareLists(world, sailor)));
  await compareCached(world);
  await forEachConcurrently(world.sailors, (sailor) => compareRecent(world, sailor, since));
  await forEachConcurrently(world.sailors, (sailor) => compareSomeChat(world, sailor));
  await forEachConcurrently(world.sailors, (sailor) => compareChatVisibility(world, sailor));
  await forEachConcurrently(world.sailors, (sailor) => comparePublicTalk(world, sailor));
  await compareQueueAndAnnouncements(world);
  await closeQuietStreams(world);
}

async function compareSomeChat(world: World, sailor: Sailor): Promise<void> {
  const chats = getActiveChats(world).filter((chat) => isListed(world, sailor, chat));
  if (chats.length > 0) await comparePosts(world, sailor, world.random.oneOf(chats));
}

/** Compares one chat for each kind of visibility that the user has. */
async function compareChatVisibility(world: World, sailor: Sailor): Promise<void> {
  const bySight = Map.groupBy(getActiveChats(world), (chat) => getChatVisibility(world, sailor, chat));
  for (const chats of bySight.values()) await compareVisibility(world, sailor, world.random.oneOf(chats));
}

/** Throws unless every summary stays the same when the service invalidates the cached ones. */
async function compareCached(world: World): Promise<void> {
  const { sailors } = world;
  const cached = await readSummaries(world);
  await recomputeSummaries(world);
  const computed = await readSummaries(world);
  for (const [index, { name }] of sailors.entries()) {
    assert.deepEqual(cached[index], computed[index], `summary of ${name}: cached, and recomputed`);
  }
}

async function readSummaries(world: World): Promise<unknown[]> {
  const bySailor = new Map<unknown, unknown>();
  await forEachConcurrently(world.sailors, async (sailor) => {
    const summary = await showSummary(world, sailor);
    // In a rehearsal the clock is fast, so an event may start between two comparisons.
    const {
      serverTime: _,
      nextFollowedEventID: __,
      nextFollowedEventTime: ___,
      nextAppointments: ____,
      ...rest
    } = summary;
    bySailor.set(sailor, rest);
  });
  return world.sailors.map((sailor) => bySailor.get(sailor));
}

/** Makes the service look for inconsistencies and invalidate all summaries. */
async function recomputeSummaries({ service, admin }: World): Promise<void> {
  const running = await service.running();
  const timesDone = () => running.output().split('recomputed derived values').length;
  const before = timesDone();
  const { status, reason } = await admin.client.send('POST', '/api/v3/admin/notifications/reload');
  assert.equal(status, 200, reason);
  const deadline = performance.now() + timeoutMilliseconds;
  while (timesDone() === before) {
    assert.ok(performance.now() < deadline, 'derived values are never recomputed');
    await pause(2);
  }
  const inconsistencies = running
    .output()
    .split('\n')
    .filter((line) => line.includes("a derived value doesn't match"));
  assert.deepEqual(inconsistencies, []);
}

/** Compares and closes the streams of chats that are no longer busy. */
async function closeQuietStreams(world: World): Promise<void> {
  await forEachConcurrently(listQuietStreams(world), async ({ sailor, chat, stream }) => {
    if (isListed(world, sailor, chat)) {
      await compareLive(world, sailor, chat, stream, await comparePosts(world, sailor, chat));
    }
    stream.close();
    world.tally.frames += stream.frames;
    sailor.streams.chats.delete(chat);
  });
}
