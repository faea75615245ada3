import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import { type Frame, openSocket } from '../../support/socket.ts';
import {
  block,
  changeMember,
  chatFields,
  createFez,
  type Fez,
  groupFields,
  mute,
  startAppWithUsers,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

let markCount = 0;

/**
 * Replays the frames about these users’ chats to a user who was away. A last frame about another chat marks the end;
 * frames of earlier tests are about other chats.
 */
async function listMissedNotices(user: User, { fezID }: Fez): Promise<string[]> {
  markCount += 1;
  const last = await createFez(sam, { title: `mark ${markCount}` }, [user]);
  const socket = await openSocket(app.url, '/api/v3/notification/socket?since=0', user.token);
  await socket.next(({ contentID }) => contentID === last.fezID);
  socket.close();
  return socket.frames.filter(({ contentID }) => contentID === fezID).map(({ info }) => String(info));
}

/** Replays the frames of the chat's own socket, up to a post that is written now. */
async function listMissedPosts(user: User, fez: Fez, query = '?since=0'): Promise<Frame[]> {
  const socket = await openSocket(app.url, `/api/v3/fez/${fez.fezID}/socket${query}`, user.token);
  const { postID } = await writePost(fez.owner.userID === james.userID ? james : heidi, fez, 'the end');
  await socket.next((frame) => frame.postID === postID);
  socket.close();
  return socket.frames.filter((frame) => frame.postID !== postID);
}

test('a replayed frame is the one that was sent live, with its type (decision 94, fez rule 62)', async () => {
  const group = await createFez(james, groupFields);
  const live = await openSocket(app.url, `/api/v3/fez/${group.fezID}/socket?since=0`, james.token);
  await changeMember(james, 'addMember', group, heidi);
  await writePost(james, group, 'Welcome');
  await live.next(({ text }) => text === 'Welcome');
  live.close();
  const replayed = await listMissedPosts(heidi, group);
  assert.deepEqual(replayed, live.frames);
  assert.deepEqual(
    replayed.map(({ type }) => type),
    ['memberChange', 'post'],
  );
});

const getTexts = (frames: readonly Frame[]) => frames.map(({ text }) => text);
const deletePost = (user: User, postID: number) => user.get(fezApi.deletePost, { params: { postID } });
const setState = (fezID: string, state: string) =>
  moderator.get(moderationApi.setFezState, { params: { fezID, state } });

describe('users who were away don’t get', () => {
  test('a post deleted meanwhile, on either socket', async () => {
    const chat = await createFez(james, { fezType: 'open' }, [heidi]);
    const { postID } = await writePost(james, chat, 'taken back');
    await writePost(james, chat, 'stays');
    await deletePost(james, postID);
    assert.deepEqual(getTexts(await listMissedPosts(heidi, chat)), ['stays']);
    const notices = await listMissedNotices(heidi, chat);
    assert.equal(notices.filter((info) => info.includes('stays')).length, 1);
    for (const info of notices) assert.doesNotMatch(info, /taken back/);
  });

  test('the text of a post under review, only a notice', async () => {
    const chat = await createFez(james, { fezType: 'open' }, [heidi]);
    const { postID } = await writePost(james, chat, 'offensive');
    await moderator.get(moderationApi.setFezPostState, { params: { postID, state: 'quarantined' } });
    const [post] = await listMissedPosts(heidi, chat);
    assert.equal(post?.postID, postID);
    const said = [String(post?.text), ...(await listMissedNotices(heidi, chat))];
    assert.equal(said.filter((text) => text.includes('reviewing this post')).length, 2);
    for (const text of said) assert.doesNotMatch(text, /offensive/);
  });

  test('a title that’s under review or was replaced', async () => {
    const group = await createFez(james, { ...groupFields, title: 'Rude words' }, [heidi]);
    await writePost(james, group, 'hello');
    await setState(group.fezID, 'quarantined');
    for (const info of await listMissedNotices(heidi, group)) assert.doesNotMatch(info, /Rude words/);
    await setState(group.fezID, 'normal');
    await james.get(fezApi.update, {
      params: { fezID: group.fezID },
      body: { ...chatFields, ...groupFields, title: 'Kind words' },
    });
    const notices = await listMissedNotices(heidi, group);
    assert.equal(notices.length, 2);
    for (const info of notices) assert.match(info, /Kind words/);
  });

  test('anything from a chat they were removed from, or that was deleted', async () => {
    const removed = await createFez(james, groupFields, [heidi]);
    const deleted = await createFez(james, groupFields, [heidi]);
    for (const fez of [removed, deleted]) await writePost(james, fez, 'for members');
    assert.equal((await changeMember(james, 'removeMember', removed, heidi)).status, 200);
    await moderator.get(fezApi.delete, { params: { fezID: deleted.fezID } });
    for (const fez of [removed, deleted]) assert.deepEqual(await listMissedNotices(heidi, fez), []);
  });

  test('posts of a user they muted or blocked meanwhile', async () => {
    for (const hide of [mute, block]) {
      const [author, reader] = [await app.newcomer(`author-${hide.name}`), await app.newcomer(`reader-${hide.name}`)];
      const chat = await createFez(james, { fezType: 'open' }, [author, reader]);
      await writePost(author, chat, 'not for everybody');
      await writePost(james, chat, 'for everybody');
      await hide(reader, author);
      assert.deepEqual(getTexts(await listMissedPosts(reader, chat)), ['for everybody']);
      const notices = await listMissedNotices(reader, chat);
      assert.equal(notices.filter((info) => info.endsWith(': for everybody')).length, 1);
      for (const info of notices) assert.doesNotMatch(info, /not for everybody/);
    }
  });

  test('membership changes of a user they blocked meanwhile', async () => {
    const [visitor, reader] = [await app.newcomer('visitor'), await app.newcomer('reader')];
    const group = await createFez(james, groupFields, [reader]);
    await visitor.get(fezApi.join, { params: { fezID: group.fezID } });
    await visitor.get(fezApi.unjoin, { params: { fezID: group.fezID } });
    const changes = (await listMissedPosts(reader, group)).map(({ joined }) => joined);
    assert.deepEqual(changes, [true, false]);
    await block(reader, visitor);
    assert.deepEqual(getTexts(await listMissedPosts(reader, group)), ['the end']);
  });

  test('a cancellation that was reverted', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    await james.get(fezApi.cancel, { params: { fezID: group.fezID } });
    const isCancelled = (info: string) => info.includes('cancelled');
    assert.equal((await listMissedNotices(heidi, group)).filter(isCancelled).length, 1);
    await james.get(fezApi.update, { params: { fezID: group.fezID }, body: { ...chatFields, ...groupFields } });
    assert.deepEqual((await listMissedNotices(heidi, group)).filter(isCancelled), []);
  });

  test('a name under review', async () => {
    const chat = await createFez(heidi, { fezType: 'open' }, [james]);
    const profile = await heidi.get(profilesApi.readOwnProfile);
    await heidi.get(profilesApi.editOwnProfile, { body: { ...profile, displayName: 'Rude Name' } });
    await writePost(heidi, chat, 'hello');
    const names = async () => (await listMissedPosts(james, chat)).map(({ author }) => Object(author).displayName);
    assert.deepEqual(await names(), ['Rude Name']);
    await moderator.get(moderationApi.setProfileState, { params: { userID: heidi.userID, state: 'quarantined' } });
    for (const name of await names()) assert.equal(name, undefined);
  });
});
