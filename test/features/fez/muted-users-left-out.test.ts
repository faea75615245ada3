import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { openSocket } from '../../support/socket.ts';
import { runEveryGet, sweep } from '../../support/sweep.ts';
import { createFez, getPostCounts, groupFields, listTexts, mute, openFez, unmute, writePost } from './support.ts';
import { createTwoFamilies, type FezWithPosts } from './two-families.ts';

const app = await startTestApp();
const world = await createTwoFamilies(app, ['finch', 'raven']);
const { made: madeFezzes, left, right, between } = world;
const [muter, muted] = [left.primary, right.primary];

const sharedFezzes = madeFezzes.filter(({ isShared, memberIDs }) => isShared && memberIDs.includes(muter.userID));
const listPostsFor = ({ posts }: FezWithPosts, hidden?: User) =>
  posts.filter(({ author }) => author === undefined || author.userID !== hidden?.userID).map(({ text }) => text);

/** Returns how many chats are new, according to the summary and to the lists. */
async function countUnread(user: User): Promise<[number, number]> {
  const summary = await user.get(notificationsApi.summary);
  const { addedToSeamailCount, addedToLFGCount, addedToPrivateEventCount } = summary;
  const { newSeamailMessageCount, newFezMessageCount, newPrivateEventMessageCount } = summary;
  const unread = newSeamailMessageCount + newFezMessageCount + newPrivateEventMessageCount;
  const { paginator } = await user.get(fezApi.joined, { query: { onlynew: true } });
  return [addedToSeamailCount + addedToLFGCount + addedToPrivateEventCount + unread, paginator.total];
}

async function listJoinedIDs(user: User, query: Record<string, string | boolean> = {}): Promise<string[]> {
  const { fezzes } = await user.get(fezApi.joined, { query: { limit: 200, ...query } });
  return fezzes.map(({ fezID }) => fezID).sort();
}

test('no GET shows a muted user’s posts, but still their groups; unmuting shows the posts again', async () => {
  const before = { joined: await listJoinedIDs(muter), unread: await countUnread(muter) };
  assert.equal(before.unread[0], before.unread[1]);
  await mute(muter, muted);
  assert.deepEqual(await listJoinedIDs(muter), before.joined);
  const [summary, list] = await countUnread(muter);
  assert.equal(summary, list);
  const calls = runEveryGet({ fezID: madeFezzes.map(({ fez }) => fez.fezID) }, [
    right.word,
    `"a post by ${right.word}"`,
  ]);
  const telling = [...(await sweep(muter, calls))].filter(([, said]) =>
    [`A post by ${right.word}`, `First words of ${right.word}`].some((text) => said.includes(text)),
  );
  // The remaining posts are from the family's other account, which isn't muted.
  const bySecond = madeFezzes.filter(({ posts }) => posts.some(({ author }) => author?.userID === right.second.userID));
  const allowed = bySecond.map(({ fez }) => `/api/v3/fez/${fez.fezID}`);
  assert.deepEqual(
    telling.map(([{ path }]) => path).filter((path) => !allowed.includes(path)),
    [],
  );
  for (const madeFez of sharedFezzes) {
    const fez = await openFez(muter, madeFez.fez, { start: 0, limit: 200 });
    const visible = listPostsFor(madeFez, muted);
    assert.deepEqual(listTexts(fez), visible);
    assert.equal(getPostCounts(fez)[0], visible.length);
    assert.ok(getPostCounts(fez)[1] <= visible.length);
    assert.equal(fez.members?.paginator?.total, getPostCounts(fez)[0]);
    if (!madeFez.memberIDs.includes(muted.userID)) continue;
    assert.deepEqual(listTexts(await openFez(muted, madeFez.fez, { start: 0, limit: 200 })), listPostsFor(madeFez));
  }
  assert.deepEqual(await countUnread(muter), [0, 0]);
  await unmute(muter, muted);
  const after = await countUnread(muter);
  assert.equal(after[0], after[1]);
  for (const madeFez of sharedFezzes)
    assert.deepEqual(listTexts(await openFez(muter, madeFez.fez, { start: 0, limit: 200 })), listPostsFor(madeFez));
  // Posts that were hidden while the muter read the chat count as new.
  for (const fezID of before.joined) await openFez(muter, { fezID });
  assert.deepEqual(await countUnread(muter), [0, 0]);
});

test('a muted user’s posts reach no socket, live or in the replay, and make nothing new', async () => {
  const group = await createFez(between, groupFields, [muter, muted]);
  await openFez(muter, group);
  await mute(muter, muted);
  const before = await countUnread(muter);
  const notifications = '/api/v3/notification/socket';
  const chat = `/api/v3/fez/${group.fezID}/socket`;
  const at = (path: string) => openSocket(app.url, path, muter.token);
  const plain = [await at(notifications), await at(chat)];
  await writePost(muted, group, 'Unheard croak');
  assert.deepEqual(await countUnread(muter), before);
  const later = [await at(`${notifications}?since=0`), await at(`${chat}?since=0`)];
  await writePost(between, group, 'The end');
  for (const socket of [...plain, ...later]) {
    await socket.next((frame) => JSON.stringify(frame).includes('The end'));
    assert.ok(!JSON.stringify(socket.frames).includes('Unheard croak'));
    socket.close();
  }
  const { fezzes } = await muter.get(fezApi.joined, { query: { search: 'croak' } });
  assert.deepEqual(fezzes, []);
  await unmute(muter, muted);
  assert.equal((await muter.get(fezApi.joined, { query: { search: 'croak' } })).fezzes.length, 1);
});

test('a muted user can still be found, and their other account isn’t muted', async () => {
  await mute(muter, muted);
  const user = await muter.get(usersApi.find, { params: { searchString: muted.username } });
  assert.equal(user.userID, muted.userID);
  assert.deepEqual(
    (await muter.get(usersApi.mutes)).map(({ username }) => username),
    [muted.username],
  );
  await unmute(muter, muted);
});
