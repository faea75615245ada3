import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { getReactorsField, type Reaction, reactions } from '#core/posts/records.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import type { User } from '../../support/app.ts';
import { openSocket } from '../../support/socket.ts';
import {
  block,
  createFez,
  type Fez,
  groupFields,
  join,
  leave,
  listFezTitles,
  mute,
  openFez,
  startAppWithUsers,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const admin = await app.logIn('admin');

type Kind = Reaction | 'unreact';
type Post = { readonly postID: number };

const react = (user: User, kind: Kind, { postID }: Post) => user.get(fezApi[kind], { params: { postID } });
const tryToReact = async (user: User, { postID }: Post, kind: Kind = 'like') =>
  (await user.call(fezApi[kind], { params: { postID } })).status;

type Shown = Awaited<ReturnType<typeof react>>;

/** Reactions by name with the users who made them, and the reader's own reaction. */
const summarize = (post: Shown | undefined) => ({
  ...Object.fromEntries(
    reactions.flatMap((reaction) => {
      const users = post?.[getReactorsField(reaction)];
      return users ? [[getReactorsField(reaction), users.map(({ username }) => username)]] : [];
    }),
  ),
  ...(post?.userLike && { userLike: post.userLike }),
});

/** Reads the reactions to the post as the user. */
async function listReactionsFor(user: User, fez: Fez, { postID }: Post) {
  const { members } = await openFez(user, fez, { start: 0 });
  return summarize(members?.posts?.find((post) => post.postID === postID));
}

/** Returns the status and code of the error. */
const getCode = async (user: User, { postID }: Post) => {
  const { status, body } = await user.send('POST', `/api/v3/fez/post/${postID}/love`);
  return [status, body.code];
};

describe('reactions (fez rule 92)', () => {
  test('a member has one to a post; the last one counts, and any kind removes it', async () => {
    const chat = await createFez(james, {}, [heidi, sam]);
    const post = await writePost(james, chat, 'Dinner at eight?');
    assert.deepEqual(summarize(await react(heidi, 'laugh', post)), { laughs: ['heidi'], userLike: 'laugh' });
    assert.deepEqual(summarize(await react(heidi, 'love', post)), { loves: ['heidi'], userLike: 'love' });
    assert.deepEqual(summarize(await react(heidi, 'love', post)), { loves: ['heidi'], userLike: 'love' });
    assert.deepEqual(summarize(await react(sam, 'love', post)), { loves: ['heidi', 'sam'], userLike: 'love' });
    assert.deepEqual(await listReactionsFor(james, chat, post), { loves: ['heidi', 'sam'] });
    const { body } = await heidi.send('DELETE', `/api/v3/fez/post/${post.postID}/laugh`);
    assert.deepEqual(summarize(body), { loves: ['sam'] }, 'whichever kind it names');
    assert.deepEqual(summarize(await react(sam, 'unreact', post)), {});
    assert.deepEqual(summarize(await react(sam, 'unreact', post)), {});
    assert.deepEqual(await listReactionsFor(james, chat, post), {});
  });

  test('each kind is shown under its own name', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const post = await writePost(james, chat, 'all of them');
    for (const reaction of reactions) {
      assert.deepEqual(summarize(await react(heidi, reaction, post)), {
        [getReactorsField(reaction)]: ['heidi'],
        userLike: reaction,
      });
    }
  });

  test('are only for others’ posts, in chats that the user is in', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    const post = await writePost(james, group, 'Who joins?');
    assert.deepEqual(await getCode(james, post), [403, 'ownPost']);
    assert.equal(await tryToReact(james, post, 'unreact'), 403);
    assert.deepEqual(await getCode(sam, post), [403, 'notMember'], 'sees the group but not its posts');
    assert.deepEqual(await getCode(moderator, post), [403, 'notMember'], 'reads along');
    await join(sam, group);
    assert.equal(await tryToReact(sam, post), 200);
    await leave(sam, group);
    assert.equal(await tryToReact(sam, post, 'unreact'), 403);
    const chat = await createFez(james, {}, [heidi]);
    const secret = await writePost(james, chat, 'for heidi');
    for (const outsider of [sam, moderator]) assert.equal(await tryToReact(outsider, secret), 404);
    await heidi.get(fezApi.read, { params: { fezID: chat.fezID } });
    await james.get(fezApi.deletePost, { params: { postID: secret.postID } });
    assert.equal(await tryToReact(heidi, secret), 404, 'it is deleted');
  });

  test('are also for a moderator who is in the chat, but not for what they wrote there', async () => {
    const { userID } = await james.get(usersApi.find, { params: { searchString: 'moderator' } });
    const chat = await createFez(james, {}, [{ userID } as User]);
    const post = await writePost(james, chat, 'I lost my key');
    assert.deepEqual(summarize(await react(moderator, 'like', post)), { likes: ['moderator'], userLike: 'like' });
    assert.deepEqual(await listReactionsFor(james, chat, post), { likes: ['moderator'] });
    const reply = await writePost(moderator, chat, 'Come to the desk', { postAsModerator: true });
    assert.equal(await tryToReact(moderator, reply), 403, 'written by that account');
  });
});

test('a reaction makes nothing unread, moves nothing up and notifies no one (fez rule 93)', async () => {
  const chat = await createFez(james, { title: 'earlier' }, [heidi]);
  const post = await writePost(james, chat, 'first');
  await openFez(heidi, chat);
  await createFez(james, { title: 'later' }, [heidi]);
  const read = async () => ({
    counts: (await james.get(notificationsApi.summary)).newSeamailMessageCount,
    titles: (await listFezTitles(james, 'joined')).slice(0, 2),
    modified: (await openFez(james, chat)).lastModificationTime,
  });
  const notices = await openSocket(app.url, '/api/v3/notification/socket', james.token);
  const before = await read();
  assert.deepEqual(before.titles, ['later', 'earlier']);
  await react(heidi, 'love', post);
  assert.deepEqual(await read(), before);
  await createFez(heidi, { title: 'a mark' }, [james]);
  await notices.next(({ info }) => String(info).includes('a mark') || String(info).includes('added you'));
  notices.close();
  assert.equal(notices.frames.length, 1, JSON.stringify(notices.frames));
});

describe('sockets of a chat (fez rule 94)', () => {
  /** Returns the frames that arrive on a socket before a post that is written now. */
  async function framesUntilNow(user: User, fez: Fez, query: string, act: () => Promise<unknown>) {
    const socket = await openSocket(app.url, `/api/v3/fez/${fez.fezID}/socket${query}`, user.token);
    await act();
    const { postID } = await writePost(james, fez, 'the end');
    await socket.next((frame) => frame.postID === postID && frame.type === 'post');
    socket.close();
    return socket.frames
      .filter(({ type }) => type === 'reaction')
      .map(({ postID, user, reaction }) => [postID, (user as { username: string }).username, reaction]);
  }

  test('show reactions if they ask for them', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const post = await writePost(james, chat, 'news');
    const { postID } = post;
    const act = async () => {
      await react(heidi, 'love', post);
      await react(heidi, 'love', post);
      await react(heidi, 'unreact', post);
    };
    assert.deepEqual(await framesUntilNow(james, chat, '?reactions=true', act), [
      [postID, 'heidi', 'love'],
      [postID, 'heidi', undefined],
    ]);
    for (const query of ['', '?reactions=false', '?since=0']) {
      assert.deepEqual(await framesUntilNow(james, chat, query, act), [], query);
    }
  });

  test('replay them as they are now', async () => {
    const chat = await createFez(james, {}, [heidi, sam]);
    const post = await writePost(james, chat, 'news');
    const { postID } = post;
    await react(heidi, 'love', post);
    await react(sam, 'like', post);
    await react(sam, 'unreact', post);
    const replayed = await framesUntilNow(james, chat, '?since=0&reactions=true', async () => {});
    assert.deepEqual(replayed, [
      [postID, 'heidi', 'love'],
      [postID, 'sam', undefined],
      [postID, 'sam', undefined],
    ]);
    await james.get(fezApi.deletePost, { params: { postID } });
    assert.deepEqual(await framesUntilNow(james, chat, '?since=0&reactions=true', async () => {}), []);
  });

  test('leave out people who are hidden by a block, and reactions to posts that are hidden', async () => {
    const [reader, blocked, muted] = [
      await app.newcomer('reacts-reader'),
      await app.newcomer('reacts-blocked'),
      await app.newcomer('reacts-muted'),
    ];
    const chat = await createFez(james, {}, [reader, blocked, muted]);
    const [post, hidden] = [await writePost(james, chat, 'news'), await writePost(muted, chat, 'noise')];
    await block(reader, blocked);
    await mute(reader, muted);
    const act = async () => {
      await react(blocked, 'like', post);
      await react(james, 'like', hidden);
      await react(muted, 'like', post);
    };
    const expected = [[post.postID, 'reacts-muted', 'like']];
    assert.deepEqual(await framesUntilNow(reader, chat, '?reactions=true', act), expected);
    assert.deepEqual(await framesUntilNow(reader, chat, '?reactions=true&since=0', async () => {}), expected);
  });
});

describe('the record of a post (fez rule 95)', () => {
  test('leaves out people the reader has blocked, and those who blocked them', async () => {
    const [reader, other] = [await app.newcomer('counts-reader'), await app.newcomer('counts-other')];
    const chat = await createFez(james, {}, [reader, other]);
    const post = await writePost(james, chat, 'news');
    await react(other, 'love', post);
    await react(reader, 'love', post);
    assert.deepEqual(await listReactionsFor(reader, chat, post), {
      loves: ['counts-other', 'counts-reader'],
      userLike: 'love',
    });
    await block(reader, other);
    assert.deepEqual(await listReactionsFor(reader, chat, post), { loves: ['counts-reader'], userLike: 'love' });
    assert.deepEqual(await listReactionsFor(other, chat, post), { loves: ['counts-other'], userLike: 'love' });
    assert.deepEqual(await listReactionsFor(james, chat, post), { loves: ['counts-other', 'counts-reader'] });
  });

  test('has no such field without a reaction, and none while the feature is off', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const [post, plain] = [await writePost(james, chat, 'news'), await writePost(james, chat, 'more')];
    await react(heidi, 'like', post);
    const keysOf = async ({ postID }: Post) => {
      const { members } = await openFez(heidi, chat, { start: 0 });
      return Object.keys(members?.posts?.find((shown) => shown.postID === postID) ?? {});
    };
    const usual = ['postID', 'author', 'text', 'timestamp'];
    assert.deepEqual((await keysOf(plain)).sort(), [...usual].sort());
    assert.deepEqual((await keysOf(post)).sort(), [...usual, 'likes', 'userLike'].sort());
    const pair = [{ app: 'all', feature: 'chatreactions' }];
    await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pair } });
    assert.deepEqual((await keysOf(post)).sort(), [...usual].sort());
    assert.equal(await tryToReact(heidi, post), 451);
    const socket = await openSocket(app.url, `/api/v3/fez/${chat.fezID}/socket?since=0&reactions=true`, james.token);
    const { postID } = await writePost(james, chat, 'the end');
    await socket.next((frame) => frame.postID === postID);
    socket.close();
    assert.deepEqual(
      socket.frames.map(({ type }) => type).filter((type) => type === 'reaction'),
      [],
    );
    await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pair } });
    assert.deepEqual(await listReactionsFor(heidi, chat, post), { likes: ['heidi'], userLike: 'like' });
  });
});
