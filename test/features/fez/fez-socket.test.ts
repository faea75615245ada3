import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import { type Frame, openSocket } from '../../support/socket.ts';
import {
  block,
  changeMember,
  chatFields,
  createFez,
  eventFields,
  groupFields,
  join,
  leave,
  listen,
  mute,
  openFezSocket,
  startAppWithUsers,
  unmute,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();
const sharedModeratorID = (await james.get(usersApi.find, { params: { searchString: 'moderator' } })).userID;

/** Returns the type and the fez of a notification. */
const getTypeAndFez = ({ type, contentID }: Frame) => [Object.keys(type ?? {})[0], contentID];
const hasText = (text: string) => (frame: Frame) => frame.text === text;
const isOfType = (type: string) => (frame: Frame) => getTypeAndFez(frame)[0] === type;

describe('the socket of a fez', () => {
  test('sends each post to all members, including the author', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const [first, second] = [await openFezSocket(app, james, chat), await openFezSocket(app, heidi, chat)];
    const post = await writePost(james, chat, 'hello');
    for (const socket of [first, second]) {
      assert.deepEqual(await socket.next(), {
        type: 'post',
        postID: post.postID,
        author: post.author,
        text: 'hello',
        timestamp: post.timestamp,
      });
    }
  });

  test('sends membership changes, but not in chats', async () => {
    const group = await createFez(james, groupFields);
    const socket = await openFezSocket(app, james, group);
    await join(heidi, group);
    await leave(heidi, group);
    await changeMember(james, 'addMember', group, sam);
    await changeMember(james, 'removeMember', group, sam);
    const changes = [];
    for (let number = 0; number < 4; number += 1) {
      const { type, user, joined } = await socket.next();
      changes.push([type, (user as { username: string }).username, joined]);
    }
    assert.deepEqual(changes, [
      ['memberChange', 'heidi', true],
      ['memberChange', 'heidi', false],
      ['memberChange', 'sam', true],
      ['memberChange', 'sam', false],
    ]);
    const chat = await createFez(james, { fezType: 'open' });
    const silent = await openFezSocket(app, james, chat);
    await changeMember(james, 'addMember', chat, heidi);
    await writePost(heidi, chat, 'last');
    assert.equal((await silent.next()).text, 'last');
  });

  test('is rejected for users who aren’t members', async () => {
    const [chat, group] = [await createFez(james, {}, [heidi]), await createFez(james, groupFields)];
    for (const user of [sam, moderator]) await assert.rejects(openFezSocket(app, user, chat), /404/);
    await assert.rejects(openFezSocket(app, sam, group), /403/);
    await assert.rejects(openSocket(app.url, `/api/v3/fez/${group.fezID}/socket`), /401/);
    await assert.rejects(openFezSocket(app, james, { ...chat, fezID: james.userID }), /404/);
  });

  test('is open to moderators reading along and to the team of a shared account', async () => {
    const group = await createFez(james, groupFields);
    const body = { ...chatFields, initialUsers: [sharedModeratorID] };
    const chat = await james.get(fezApi.create, { body });
    for (const fez of [group, chat]) {
      const [socket, numbered] = [
        await openFezSocket(app, moderator, fez),
        await openFezSocket(app, moderator, fez, '?since=0'),
      ];
      await writePost(james, fez, 'for moderators');
      assert.equal((await socket.next()).text, 'for moderators');
      assert.equal((await numbered.next()).text, 'for moderators');
    }
  });

  test('sends nothing after the user leaves, and nothing from users they block or mute', async () => {
    const [blocked, muted] = [await app.newcomer('live-blocked'), await app.newcomer('live-muted')];
    const group = await createFez(james, groupFields, [heidi, sam, blocked, muted]);
    const [leaver, watcher, hidden] = [
      await openFezSocket(app, sam, group),
      await openFezSocket(app, heidi, group),
      await openFezSocket(app, blocked, group),
    ];
    await leave(sam, group);
    assert.deepEqual((await watcher.next()).joined, false);
    await block(heidi, blocked);
    await mute(heidi, muted);
    await writePost(blocked, group, 'from blocked');
    await writePost(muted, group, 'from muted');
    await writePost(heidi, group, 'from heidi');
    assert.equal((await watcher.next()).text, 'from heidi');
    await writePost(james, group, 'end');
    await hidden.next(hasText('end'));
    const heard = hidden.frames.map(({ text }) => text).filter((text) => text !== undefined);
    assert.deepEqual(heard, ['from blocked', 'from muted', 'end']);
    assert.deepEqual(
      leaver.frames.filter(({ text }) => text !== undefined),
      [],
    );
  });

  test('sends moderators reading along posts of users they mute, live and replayed, but not as members', async () => {
    const muted = await app.newcomer('live-muted-along');
    const group = await createFez(james, groupFields, [muted]);
    await mute(moderator, muted);
    const socket = await openFezSocket(app, moderator, group);
    await writePost(muted, group, 'unloved');
    assert.equal((await socket.next()).text, 'unloved');
    const later = await openFezSocket(app, moderator, group, '?since=0');
    assert.equal((await later.next()).text, 'unloved');
    await changeMember(james, 'addMember', group, moderator);
    await writePost(muted, group, 'unheard');
    await writePost(james, group, 'end');
    const asMember = await openFezSocket(app, moderator, group, '?since=0');
    for (const each of [socket, later, asMember]) {
      await each.next(hasText('end'));
      assert.equal(each.frames.some(hasText('unheard')), false);
    }
    assert.equal(asMember.frames.some(hasText('unloved')), false);
    await unmute(moderator, muted);
  });

  test('replays missed frames of this chat on request, with their numbers', async () => {
    const [chat, other] = [await createFez(james, {}, [heidi]), await createFez(james, {}, [heidi])];
    const before = await openFezSocket(app, heidi, chat, '?since=0');
    await writePost(james, chat, 'one');
    const { seq } = await before.next();
    before.close();
    await writePost(james, chat, 'two');
    await writePost(james, other, 'elsewhere');
    await writePost(james, chat, 'three');
    const after = await openFezSocket(app, heidi, chat, `?since=${seq}`);
    assert.deepEqual([(await after.next()).text, (await after.next()).text], ['two', 'three']);
    await assert.rejects(openFezSocket(app, heidi, chat, '?since=x'), /400/);
  });
});

describe('notifications', () => {
  const kinds = [
    ['seamail', {}, 'addedToSeamail', 'seamailUnreadMsg', 'lfgCanceled'],
    ['a group', groupFields, 'addedToLFG', 'fezUnreadMsg', 'lfgCanceled'],
    ['a private event', eventFields, 'addedToPrivateEvent', 'privateEventUnreadMsg', 'privateEventCanceled'],
  ] as const;
  for (const [what, fields, added, unread, cancelled] of kinds) {
    test(`of additions, posts and the end reach members of ${what}`, async () => {
      const [owner, member] = [await listen(app, james), await listen(app, heidi)];
      const fez = await createFez(james, fields, [heidi]);
      assert.deepEqual(getTypeAndFez(await member.next()), [added, fez.fezID]);
      await writePost(james, fez, 'for the others');
      const notice = await member.next();
      assert.deepEqual(getTypeAndFez(notice), [unread, fez.fezID]);
      assert.match(String(notice.info), /james.*for the others/);
      await james.get(fezApi.cancel, { params: { fezID: fez.fezID } });
      const end = await member.next();
      assert.deepEqual(getTypeAndFez(end), [cancelled, fez.fezID]);
      assert.match(String(end.info), /Dinner plans|Chess|Birthday/);
      await writePost(heidi, fez, 'for the owner');
      assert.deepEqual(getTypeAndFez(await owner.next()), [unread, fez.fezID]);
      assert.equal(owner.frames.length, 1);
      assert.equal(member.frames.length, 3);
    });
  }

  test('reach a user who is added later, and no one who joins or leaves', async () => {
    const member = await listen(app, sam);
    const group = await createFez(james, groupFields);
    await join(sam, group);
    await leave(sam, group);
    await changeMember(james, 'addMember', group, sam);
    assert.deepEqual(getTypeAndFez(await member.next()), ['addedToLFG', group.fezID]);
    assert.equal(member.frames.length, 1);
  });

  test('of posts don’t reach users who muted the fez or author, or are in a block relationship', async () => {
    const [author, muter, blocker] = [
      await app.newcomer('news-author'),
      await app.newcomer('news-muter'),
      await app.newcomer('news-blocker'),
    ];
    const group = await createFez(james, groupFields, [author, heidi, muter, blocker]);
    const deaf = [await listen(app, heidi), await listen(app, muter), await listen(app, blocker)];
    await heidi.get(fezApi.mute, { params: { fezID: group.fezID } });
    await mute(muter, author);
    await block(blocker, author);
    const owner = await listen(app, james);
    await writePost(author, group, 'unheard');
    await owner.next();
    await changeMember(james, 'addMember', await createFez(james, groupFields), heidi);
    await deaf[0]?.next(isOfType('addedToLFG'));
    for (const socket of deaf) assert.deepEqual(socket.frames.filter(isOfType('fezUnreadMsg')), []);
  });

  test('of a first post come after those of the new chat', async () => {
    const member = await listen(app, heidi);
    await createFez(james, { firstPost: { text: 'hello', images: [] } }, [heidi]);
    assert.deepEqual(getTypeAndFez(await member.next())[0], 'addedToSeamail');
    assert.deepEqual(getTypeAndFez(await member.next())[0], 'seamailUnreadMsg');
  });

  test('don’t show which team member acts for a shared account', async () => {
    const member = await listen(app, heidi);
    const firstPost = { text: 'official', images: [] };
    const body = { ...chatFields, createdByModerator: true, initialUsers: [heidi.userID], firstPost };
    await moderator.get(fezApi.create, { body });
    for (const frame of [await member.next(), await member.next()]) {
      assert.match(String(frame.info), /^moderator/);
      assert.doesNotMatch(JSON.stringify(frame), new RegExp(`${moderator.username}|${moderator.userID}`));
    }
  });

  test('don’t go to the team of a shared account', async () => {
    const team = await listen(app, moderator);
    await james.get(fezApi.create, { body: { ...chatFields, initialUsers: [sharedModeratorID] } });
    await createFez(james, {}, [moderator]);
    await team.next();
    assert.equal(team.frames.length, 1);
  });
});
