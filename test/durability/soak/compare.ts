import assert from 'node:assert/strict';
import { type Chat, pairOf, type Sailor, type World } from './world.ts';

const pageLength = 50;

/** A chat as the list of joined ones shows it. */
interface Listed {
  readonly fezID: string;
  readonly fezType: string;
  readonly owner: { readonly userID: string };
  readonly members: { readonly postCount: number; readonly readCount: number; readonly isMuted: boolean };
}

/** How much was compared, so that nobody takes an empty comparison for a good one. */
export interface Compared {
  readonly chats: number;
  /** Chats that somebody was put in and has not opened. */
  readonly added: number;
  /** Unread posts of which somebody had to be told, and was. */
  readonly announcedPosts: number;
}

/** Throws when what one person is shown in one place does not agree with another. Reads their unread posts. */
export async function compareAll(world: World, sailor: Sailor): Promise<Compared> {
  await sailor.stream.settle();
  const joined = await listJoined(sailor, '');
  const added = await compareSummary(sailor, joined);
  for (const { fezID, owner } of joined.filter((one) => added.has(one.fezID))) {
    const isExpected = !world.estranged.has(pairOf(sailor.userID, owner.userID));
    assert.ok(!isExpected || sailor.stream.wasAddedTo(fezID), `${sailor.name} was not told of being put in ${fezID}`);
  }
  let announcedPosts = 0;
  for (const listed of joined) announcedPosts += await compareStream(world, sailor, listed);
  return { chats: joined.length, added: added.size, announcedPosts };
}

async function get(sailor: Sailor, path: string) {
  const { status, reason, body } = await sailor.client.send('GET', `/api/v3/${path}`);
  assert.equal(status, 200, `${path} as ${sailor.name}: ${reason}`);
  return body;
}

async function listJoined(sailor: Sailor, query: string): Promise<Listed[]> {
  const all: Listed[] = [];
  for (;;) {
    const path = `fez/joined?members=true&start=${all.length}&limit=${pageLength}${query}`;
    const { fezzes, paginator } = await get(sailor, path);
    all.push(...fezzes);
    if (fezzes.length === 0 || all.length >= paginator.total) return all;
  }
}

function groupOf({ fezType }: Listed): 'seamail' | 'lfg' | 'privateEvent' {
  if (fezType === 'closed' || fezType === 'open') return 'seamail';
  return fezType === 'privateEvent' || fezType === 'personalEvent' ? 'privateEvent' : 'lfg';
}

/** Compares the summary with the list; gives the ids of the chats that the person was put in. */
async function compareSummary(sailor: Sailor, joined: readonly Listed[]): Promise<Set<string>> {
  const summary = await get(sailor, 'notification/global');
  const onlyNew = new Set((await listJoined(sailor, '&onlynew=true')).map(({ fezID }) => fezID));
  const isUnread = ({ members }: Listed) => members.readCount < members.postCount;
  const groups = {
    seamail: { addedIDs: summary.addedToSeamailIDs, unread: summary.newSeamailMessageCount },
    lfg: { addedIDs: summary.addedToLFGIDs, unread: summary.newFezMessageCount },
    privateEvent: { addedIDs: summary.addedToPrivateEventIDs, unread: summary.newPrivateEventMessageCount },
  };
  const added = new Set<string>(Object.values(groups).flatMap(({ addedIDs }) => addedIDs));
  for (const [group, { addedIDs, unread }] of Object.entries(groups)) {
    const listed = joined.filter((one) => groupOf(one) === group);
    const news = listed.filter(({ fezID }) => onlyNew.has(fezID));
    const addedHere = news.filter(({ fezID }) => added.has(fezID)).map(({ fezID }) => fezID);
    const who = `${group} of ${sailor.name}`;
    assert.deepEqual(addedHere.toSorted(), addedIDs.toSorted(), `${who}: added`);
    assert.equal(unread, news.length - addedHere.length, `${who}: number of unread chats`);
    for (const one of listed.filter(({ fezID }) => !added.has(fezID))) {
      // Posts from before it was muted still count, later ones do not; the numbers do not tell them apart.
      const mayBeEither = one.members.isMuted && isUnread(one);
      assert.ok(mayBeEither || onlyNew.has(one.fezID) === isUnread(one), `${who}: ${one.fezID} is new or not`);
    }
  }
  return added;
}

/** Throws unless the person was told of each unread post of which they had to be; gives how many these are. */
async function compareStream(world: World, sailor: Sailor, listed: Listed): Promise<number> {
  const { fezID, members } = listed;
  const chat = world.chats.find((one) => one.fezID === fezID);
  if (!chat || !mustHearOf(world, sailor, chat)) return 0;
  let compared = 0;
  for (let start = members.readCount; start < members.postCount; start += pageLength) {
    const page = await get(sailor, `fez/${fezID}?start=${start}&limit=${pageLength}`);
    for (const { postID } of page.members.posts) compared += comparePost(world, sailor, postID) ? 1 : 0;
  }
  return compared;
}

const mustHearOf = ({ estranged }: World, { userID }: Sailor, { muters, ownerID }: Chat): boolean =>
  !muters.has(userID) && !estranged.has(pairOf(userID, ownerID));

function comparePost({ posts, estranged }: World, { userID, name, stream }: Sailor, postID: number): boolean {
  const sent = posts.get(postID);
  // Posts that were not acknowledged, because the service was killed, may be there as well.
  if (!sent || sent.authorID === userID || estranged.has(pairOf(userID, sent.authorID))) return false;
  const { chat, sentAt, text } = sent;
  const wasIn = (chat.presentSince.get(userID) ?? Number.POSITIVE_INFINITY) < sentAt;
  assert.ok(!wasIn || stream.wasToldOf(chat.fezID, text), `${name} was not told of “${text}” in ${chat.fezID}`);
  return wasIn;
}
