import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { openSocket } from '../../support/socket.ts';
import { getResponseText, type KnownValues, listEveryPair, type Pair } from '../../support/sweep.ts';
import { changeMember, chatFields, createFez, getIDs, groupFields, listen, unblock, writePost } from './support.ts';
import { blockDuringTest, createTwoFamilies, type Family, listUsersOf } from './two-families.ts';

const app = await startTestApp();
const world = await createTwoFamilies(app, ['kestrel', 'osprey']);
const { left, right, between } = world;

/** Valid bodies of the calls. */
const validBodies: Readonly<Record<string, unknown>> = {
  'users.writeNote': { note: 'A note' },
  'profiles.reportUser': { message: '' },
  'fez.report': { message: '' },
  'fez.reportPost': { message: '' },
  'fez.reportPersonalEvent': { message: '' },
  'fez.post': { text: 'A post', images: [] },
  'fez.update': groupFields,
  'fez.updatePersonalEvent': { ...groupFields, participants: [] },
  'phone.initiate': { ipV4Addr: '10.0.0.1' },
};

/** Pictures are visible to everyone (core rule 110), and callers may see their own block list. */
const callsShowingAnyway = new Set(['images.fullAvatar', 'images.avatarThumbnail', 'images.identicon']);
const callsManagingBlocks = new Set(['users.block', 'users.unblock']);

/** Returns how calls about something hidden differ from calls about something that doesn't exist. */
async function findDifferences(user: User, pairs: readonly Pair[]): Promise<string[]> {
  const differences = [];
  for (const { name, method, hidden, unknown } of pairs) {
    const response = async (path: string) => {
      const response = await user.send(
        method,
        path,
        validBodies[name] === undefined ? {} : { body: validBodies[name] },
      );
      return `${response.status} ${getResponseText(response)}`;
    };
    const [withHidden, withUnknown] = [await response(hidden), await response(unknown)];
    if (withHidden !== withUnknown)
      differences.push(`${user.username} ${method} ${hidden}: ${withHidden} instead of ${withUnknown}`);
  }
  return differences;
}

/** Returns fezzes from which the callers can't remove any member of the family. */
const listFezzesBeforeAndAfter = (caller: User) =>
  world.made
    .filter(({ owner, isShared }) => isShared && (owner === between || owner === undefined))
    .concat(world.made.filter(({ owner, memberIDs }) => owner === caller && memberIDs.length === 1))
    .map(({ fez }) => fez.fezID);

async function listDifferencesFor(
  caller: User,
  hidden: Family,
  isLeftOut: (name: string) => boolean,
): Promise<string[]> {
  const known: KnownValues = { fezID: listFezzesBeforeAndAfter(caller), role: ['shutternaut'] };
  const differences: string[] = [];
  for (const { userID, username } of listUsersOf(hidden)) {
    differences.push(
      ...(await findDifferences(caller, listEveryPair('userID', userID, randomUUID(), known, isLeftOut))),
    );
    differences.push(
      ...(await findDifferences(caller, listEveryPair('username', username, 'unknown-user', {}, isLeftOut))),
    );
    for (const text of [userID, username]) {
      differences.push(
        ...(await findDifferences(caller, listEveryPair('searchString', text, 'unknown-user', {}, isLeftOut))),
      );
    }
  }
  const theirs = world.made.filter(({ owner }) => listUsersOf(hidden).some((user) => user === owner));
  for (const { fez } of theirs) {
    const others = { userID: [between.userID] };
    differences.push(
      ...(await findDifferences(caller, listEveryPair('fezID', fez.fezID, randomUUID(), others, isLeftOut))),
    );
  }
  return differences;
}

test('a hidden user, and what they own, looks missing', async (t) => {
  const sockets = await Promise.all([...listUsersOf(left), ...listUsersOf(right)].map((user) => listen(app, user)));
  await blockDuringTest(t, right.primary, left.second);
  for (const caller of listUsersOf(left)) {
    assert.deepEqual(await listDifferencesFor(caller, right, (name) => callsShowingAnyway.has(name)), []);
  }
  const forBlocker = (name: string) => callsShowingAnyway.has(name) || callsManagingBlocks.has(name);
  for (const caller of listUsersOf(right)) assert.deepEqual(await listDifferencesFor(caller, left, forBlocker), []);
  for (const socket of sockets) assert.deepEqual(socket.frames, []);
  for (const socket of sockets) socket.close();
});

test('a hidden user’s post looks missing', async (t) => {
  const group = await createFez(between, groupFields, [left.primary, right.primary]);
  const { postID } = await writePost(right.primary, group, 'Hidden soon');
  const stays = await writePost(between, group, 'Stays');
  const theirs = await createFez(right.primary, groupFields, [left.primary, between]);
  const inTheirs = [
    await writePost(right.primary, theirs, 'Hidden too'),
    await writePost(between, theirs, 'Hidden with it'),
  ];
  await blockDuringTest(t, right.primary, left.primary);
  const known = { fezID: [group.fezID, theirs.fezID] };
  for (const hidden of [postID, ...inTheirs.map((post) => post.postID)]) {
    const pairs = listEveryPair('postID', String(hidden), '999999', known, () => false);
    assert.deepEqual(await findDifferences(left.primary, pairs), []);
  }
  assert.equal((await left.primary.call(fezApi.deletePost, { params: { postID: stays.postID } })).status, 403);
  await unblock(right.primary, left.primary);
  assert.equal((await left.primary.call(fezApi.deletePost, { params: { postID } })).status, 403);
});

test('sockets to a hidden user are rejected like those to an unknown one', async (t) => {
  const theirs = await createFez(right.primary, groupFields, [left.primary]);
  const ear = await listen(app, right.primary);
  await blockDuringTest(t, right.primary, left.primary);
  const readRejection = (path: string) =>
    openSocket(app.url, path, left.primary.token).then(
      () => 'opened',
      (error: Error) => error.message,
    );
  const call = (userID: string) => readRejection(`/api/v3/phone/socket/initiate/${randomUUID()}/to/${userID}`);
  assert.equal(await call(right.primary.userID), 'rejected with 404');
  assert.equal(await call(randomUUID()), 'rejected with 404');
  assert.equal(await readRejection(`/api/v3/fez/${theirs.fezID}/socket`), 'rejected with 404');
  assert.deepEqual(ear.frames, []);
  ear.close();
});

test('users can’t start a note about a hidden user', async (t) => {
  await blockDuringTest(t, right.primary, left.primary);
  const begin = async (subjectID: string) =>
    getResponseText(await left.primary.call(usersApi.writeNoteAboutSubject, { body: { subjectID, note: 'A note' } }));
  assert.equal(await begin(right.primary.userID), await begin(randomUUID()));
});

test('a hidden user named for a new chat is ignored like an unknown id', async (t) => {
  await blockDuringTest(t, right.primary, left.primary);
  const create = async (fields: object, userIDs: readonly string[]) => {
    const body = { ...chatFields, ...fields, initialUsers: userIDs };
    const { status, body: made, reason } = await left.primary.call(fezApi.create, { body });
    return [status, reason, made?.participantCount, made?.members?.participants?.map(({ userID }) => userID)];
  };
  for (const fields of [chatFields, { ...chatFields, fezType: 'open' }, groupFields]) {
    for (const others of [[], [between.userID]]) {
      const hidden = await create(fields, [...getIDs(listUsersOf(right)), ...others]);
      assert.deepEqual(hidden, await create(fields, [randomUUID(), ...others]));
    }
  }
});

test('an owner can remove a hidden member by id; no one else learns of their membership', async (t) => {
  const own = await createFez(left.primary, groupFields, [right.primary, between]);
  await blockDuringTest(t, right.primary, left.primary);
  const { userID } = right.primary;
  assert.equal((await changeMember(left.primary, 'removeMember', own, { userID })).status, 200);
  assert.equal((await changeMember(left.primary, 'removeMember', own, { userID })).status, 404);
});
