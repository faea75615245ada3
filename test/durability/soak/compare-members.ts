import assert from 'node:assert/strict';
import { areUnblocked, currentMoment } from './expected-visibility.ts';
import { type Chat, getSailor, type Sailor, type World } from './world.ts';

/** A fez as shown to users who see its members. */
export interface ShownMembers {
  readonly participantCount: number;
  readonly maxParticipants: number;
  readonly members: { readonly participants: readonly Header[]; readonly waitingList: readonly Header[] };
}

interface Header {
  readonly userID: string;
  readonly username: string;
}

/** Throws unless participants are in the order of joining, and only users beyond the capacity wait. */
export function compareMembers(world: World, sailor: Sailor, chat: Chat, shown: ShownMembers): void {
  const where = `${chat.fezID} as ${sailor.name}`;
  const { participants, waitingList } = shown.members;
  const headers = [...participants, ...waitingList];
  const ids = headers.map(({ userID }) => userID);
  assert.equal(ids.length, shown.participantCount, `${where}: the number of members`);
  const capacity = shown.maxParticipants;
  const waiting = capacity === 0 ? 0 : Math.max(0, ids.length - capacity);
  assert.equal(waitingList.length, waiting, `${where}: how many of ${ids.length} wait, with room for ${capacity}`);
  assert.ok(!chat.capacity.isNot(capacity), `${where}: room for ${capacity}`);
  compareMemberSets(world, sailor, chat, headers);
  compareOrder(chat, ids, where);
  world.tally.members += ids.length;
  world.tally.waiting += waiting;
}

/** Throws if a listed user isn't a member, or a member who isn't hidden by a block is missing. */
function compareMemberSets(world: World, sailor: Sailor, { fezID, present }: Chat, headers: readonly Header[]): void {
  const where = `${fezID} as ${sailor.name}`;
  const most = present.perhapsOn().length;
  assert.ok(headers.length <= most, `${where}: ${headers.length} members, not ${most}`);
  const named = new Set(headers.filter(({ username }) => username !== 'BlockedUser').map(({ userID }) => userID));
  const wrong = [...named].filter((userID) => present.of(userID).isCertainly(false));
  assert.deepEqual(wrong, [], `${where}: they are not in it`);
  const missing = present.on().filter((userID) => !named.has(userID));
  assert.ok(missing.length <= headers.length - named.size, `${where}: one of ${missing.join(' ')} is missing`);
  const unnamed = missing.filter((userID) => areUnblocked(world, sailor, getSailor(world, userID), currentMoment));
  assert.deepEqual(unnamed, [], `${where}: they are missing, without any block`);
}

/** Throws if a member is listed before someone who had joined before they asked to. */
function compareOrder({ present }: Chat, ids: readonly string[], where: string): void {
  let last = { userID: '', notBefore: 0 };
  for (const userID of ids) {
    const fact = present.of(userID);
    if (!fact.isCertainly(true)) continue;
    const isLater = fact.since(true) < last.notBefore;
    assert.ok(!isLater, `${where}: ${userID} stands behind ${last.userID}, who came later`);
    if (fact.notBefore(true) > last.notBefore) last = { userID, notBefore: fact.notBefore(true) };
  }
}
