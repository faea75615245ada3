import assert from 'node:assert/strict';
import { get } from './ask.ts';
import { compareMembers, type ShownMembers } from './compare-members.ts';
import { isListed, isNotListed } from './expected-visibility.ts';
import type { Chat, Sailor, World } from './world.ts';

const pageLength = 200;
const groups = ['seamail', 'lfg', 'privateEvent'] as const;

/** A chat in the list of joined chats. */
export interface Listed extends ShownMembers {
  readonly fezID: string;
  readonly fezType: string;
  readonly startTime?: string;
  readonly cancelled: boolean;
  readonly owner: { readonly username: string };
  readonly members: ShownMembers['members'] & {
    readonly postCount: number;
    readonly readCount: number;
    readonly isMuted: boolean;
  };
}

/** Reads a page at a moment without other activity. */
export async function readShown(world: World, sailor: Sailor, path: string) {
  const response = await get(world, sailor, path);
  assert.ok(response, `${path} was broken off`);
  assert.equal(response.status, 200, `${path} as ${sailor.name}: ${response.reason}`);
  return response.body;
}

export const showSummary = (world: World, sailor: Sailor) => readShown(world, sailor, 'notification/global');

/** Reads the whole list of joined chats. */
export async function showJoined(world: World, sailor: Sailor, query: string): Promise<Listed[]> {
  const all: Listed[] = [];
  for (;;) {
    const path = `fez/joined?start=${all.length}&limit=${pageLength}${query}`;
    const { fezzes, paginator } = await readShown(world, sailor, path);
    all.push(...fezzes);
    if (fezzes.length === 0 || all.length >= paginator.total) return all;
  }
}

function getGroup({ fezType }: Listed): (typeof groups)[number] {
  if (fezType === 'closed' || fezType === 'open') return 'seamail';
  return fezType === 'privateEvent' || fezType === 'personalEvent' ? 'privateEvent' : 'lfg';
}

/** Chats that have unread posts for a user. */
interface UnreadChats {
  readonly onlyNew: ReadonlySet<string>;
  readonly added: ReadonlySet<string>;
}

/** Throws unless the summary, which may be cached, counts as many new chats as the list has. */
export async function compareUnread(world: World, sailor: Sailor): Promise<UnreadChats> {
  const summary = await showSummary(world, sailor);
  const listed = await showJoined(world, sailor, '&onlynew=true');
  const said = {
    seamail: { added: summary.addedToSeamailIDs, unread: summary.newSeamailMessageCount },
    lfg: { added: summary.addedToLFGIDs, unread: summary.newFezMessageCount },
    privateEvent: { added: summary.addedToPrivateEventIDs, unread: summary.newPrivateEventMessageCount },
  };
  for (const group of groups) {
    const listedIDs = listed.filter((chat) => getGroup(chat) === group).map(({ fezID }) => fezID);
    const { added, unread } = said[group];
    const words = `summary of ${sailor.name}: ${group}, of which the list has ${listedIDs.join(' ') || 'none'}`;
    assert.deepEqual(
      added.filter((fezID: string) => !listedIDs.includes(fezID)),
      [],
      `${words}: newly added to, but not new`,
    );
    assert.equal(
      unread,
      listedIDs.length - added.length,
      `${words}: number of unread ones in addition to ${added.length} added to`,
    );
  }
  await compareAppointment(world, sailor, summary.nextJoinedLFGTime);
  await compareUpcoming(world, sailor, summary.nextAppointments ?? []);
  world.tally.summaries += 1;
  return {
    onlyNew: new Set(listed.map(({ fezID }) => fezID)),
    added: new Set(Object.values(said).flatMap(({ added }) => added)),
  };
}

async function compareAppointment(world: World, sailor: Sailor, said: string | undefined): Promise<void> {
  const appointments = await showJoined(world, sailor, '&type=activity&type=gaming&type=privateEvent&hidePast=true');
  const times = appointments.flatMap(({ startTime, cancelled }) => (startTime && !cancelled ? [startTime] : []));
  assert.equal(said, times.toSorted()[0], `summary of ${sailor.name}: the next appointment`);
}

interface Appointment {
  readonly id: string;
  readonly startTime: string;
  readonly location?: string;
}

const upcomingMilliseconds = 24 * 60 * 60_000;

/** Throws unless the summary names what begins within 24 hours in the user's plan, with the same time and place. */
async function compareUpcoming(world: World, sailor: Sailor, said: readonly Appointment[]): Promise<void> {
  // In a rehearsal the clock is fast, so an event may come near between two calls.
  if (world.time.isScheduleShared) return;
  const pick = ({ id, startTime, location }: Appointment) => ({ id, startTime, location });
  const plan: readonly Appointment[] = await readShown(world, sailor, 'user/appointments');
  const until = world.time.now().getTime() + upcomingMilliseconds;
  const near = plan.filter(({ startTime }) => Date.parse(startTime) <= until);
  assert.deepEqual(said.map(pick), near.map(pick), `summary of ${sailor.name}: what begins next`);
  world.tally.upcoming += near.length;
}

/** Throws unless the summary, all lists and the known memberships agree. */
export async function compareLists(world: World, sailor: Sailor): Promise<UnreadChats & { joined: readonly Listed[] }> {
  const unread = await compareUnread(world, sailor);
  const joined = await showJoined(world, sailor, '&members=true');
  for (const { fezID, members } of joined) {
    const isUnread = members.readCount < members.postCount;
    // Posts from before the mute still count and later ones don't; the numbers don't show the difference.
    if (unread.added.has(fezID) || (members.isMuted && isUnread)) continue;
    assert.equal(
      unread.onlyNew.has(fezID),
      isUnread,
      `${sailor.name}: ${fezID} is on the list of new ones, or has unread posts`,
    );
  }
  // Moderators write to authors in chats of their own.
  const created = joined.filter(({ owner }) => owner.username !== 'moderator');
  const others = new Set(joined.map(({ fezID }) => fezID)).difference(new Set(created.map(({ fezID }) => fezID)));
  world.tally.noticed += others.size;
  compareMembership(world, sailor, created);
  for (const listed of created) {
    const chat = world.chats.find(({ fezID }) => fezID === listed.fezID);
    if (chat) compareMembers(world, sailor, chat, listed);
  }
  return { onlyNew: unread.onlyNew, added: new Set(unread.added).difference(others), joined: created };
}

function compareMembership(world: World, sailor: Sailor, joined: readonly Listed[]): void {
  const listed = new Set(joined.map(({ fezID }) => fezID));
  assert.equal(listed.size, joined.length, `${sailor.name}: a chat is listed twice`);
  const amiss = (isAmiss: (chat: Chat) => boolean) => world.chats.filter(isAmiss).map(({ fezID }) => fezID);
  const missing = amiss((chat) => !listed.has(chat.fezID) && isListed(world, sailor, chat));
  assert.deepEqual(missing, [], `${sailor.name} is not shown chats that they are in`);
  const wrong = amiss((chat) => listed.has(chat.fezID) && isNotListed(world, sailor, chat));
  assert.deepEqual(wrong, [], `${sailor.name} is shown chats that they are not in`);
  const known = new Set(world.chats.map(({ fezID }) => fezID));
  assert.deepEqual(
    [...listed.difference(known)],
    [],
    `${sailor.name} is in chats that no one has created, or created twice`,
  );
}
