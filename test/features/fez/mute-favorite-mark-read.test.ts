import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import {
  block,
  changeMember,
  chatFields,
  createFez,
  eventFields,
  fezParams,
  getPostCounts,
  groupFields,
  leave,
  listFezTitles,
  openFez,
  quarantine,
  startAppWithUsers,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

describe('muting', () => {
  test('returns whether it changed something, and is for members only', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    assert.equal((await heidi.call(fezApi.unmute, fezParams(group))).status, 200);
    assert.equal((await heidi.call(fezApi.mute, fezParams(group))).status, 201);
    assert.equal((await heidi.call(fezApi.mute, fezParams(group))).status, 200);
    assert.equal((await openFez(heidi, group)).members?.isMuted, true);
    assert.equal((await openFez(james, group)).members?.isMuted, false);
    assert.equal((await heidi.send('DELETE', `/api/v3/fez/${group.fezID}/mute`)).status, 204);
    for (const user of [sam, moderator]) assert.equal((await user.call(fezApi.mute, fezParams(group))).status, 403);
    assert.equal((await sam.call(fezApi.mute, fezParams(await createFez(james, {}, [heidi])))).status, 404);
  });

  test('makes later posts not count as unread, keeps earlier ones unread, and sorts the chat last', async () => {
    const reader = await app.newcomer('mute-reader');
    const [muted, other] = [
      await createFez(james, { title: 'Muted' }, [reader]),
      await createFez(james, { title: 'Other' }, [reader]),
    ];
    await openFez(reader, other);
    await openFez(reader, muted);
    await writePost(james, muted, 'before');
    await reader.get(fezApi.mute, fezParams(muted));
    assert.deepEqual(await listFezTitles(reader, 'joined', { onlynew: true }), ['Muted']);
    await reader.get(fezApi.markRead, fezParams(muted));
    app.clock.advance({ minutes: 1 });
    await writePost(james, muted, 'after');
    assert.deepEqual(await listFezTitles(reader, 'joined', { onlynew: true }), []);
    assert.deepEqual(await listFezTitles(reader, 'joined'), ['Other', 'Muted']);
    assert.deepEqual(getPostCounts(await openFez(reader, muted)), [2, 1]);
  });

  test('and favoring a shared account’s chat is personal to each team member', async () => {
    const body = { ...chatFields, fezType: 'open', createdByModerator: true };
    const chat = await moderator.get(fezApi.create, { body });
    assert.equal((await moderator.call(fezApi.mute, fezParams(chat))).status, 201);
    assert.equal((await moderator.call(fezApi.addFavorite, fezParams(chat))).status, 201);
    const devteam = await app.atLevel('devteam');
    const marks = async (user: User) => {
      const { members } = await openFez(user, chat);
      return [members?.isMuted, members?.isFavorite];
    };
    assert.deepEqual(
      [await marks(moderator), await marks(devteam)],
      [
        [true, true],
        [false, false],
      ],
    );
    assert.deepEqual(await listFezTitles(devteam, 'joined', { foruser: 'moderator', favorite: true }), []);
    assert.deepEqual(await listFezTitles(moderator, 'joined', { foruser: 'moderator', favorite: true }), [chat.title]);
  });

  test('and marking as read and favorites are allowed for users who can’t write', async () => {
    const silenced = await app.newcomer('silenced-reader');
    await quarantine(moderator, silenced);
    const readers = [await app.atLevel('quarantined'), await app.atLevel('unverified'), silenced];
    const group = await createFez(james, groupFields, readers);
    for (const reader of readers) {
      for (const call of ['mute', 'addFavorite', 'markRead'] as const) {
        assert.equal((await reader.call(fezApi[call], fezParams(group))).status, 201, call);
      }
      assert.equal((await reader.call(fezApi.unmute, fezParams(group))).status, 204);
      assert.equal((await reader.call(fezApi.removeFavorite, fezParams(group))).status, 204);
    }
  });

  test('and marking as read and favorites are 404 for users who left a private event', async () => {
    const event = await createFez(james, eventFields, [heidi]);
    await leave(heidi, event);
    for (const call of ['mute', 'unmute', 'addFavorite', 'removeFavorite', 'markRead'] as const) {
      assert.equal((await heidi.call(fezApi[call], fezParams(event))).status, 404, call);
    }
  });

  test('persists after leaving', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    await heidi.get(fezApi.mute, fezParams(group));
    await leave(heidi, group);
    await changeMember(james, 'addMember', group, heidi);
    assert.equal((await openFez(heidi, group)).members?.isMuted, true);
  });
});

describe('a favorite', () => {
  test('can be set and filtered by, independently of a mute, until the user leaves', async () => {
    const reader = await app.newcomer('favorite-reader');
    const group = await createFez(james, { ...groupFields, title: 'Favorite' }, [reader]);
    await createFez(james, groupFields, [reader]);
    assert.equal((await reader.call(fezApi.addFavorite, fezParams(group))).status, 201);
    assert.equal((await reader.call(fezApi.addFavorite, fezParams(group))).status, 200);
    assert.equal((await reader.call(fezApi.mute, fezParams(group))).status, 201);
    assert.deepEqual(await listFezTitles(reader, 'joined', { favorite: true }), ['Favorite']);
    assert.equal((await listFezTitles(reader, 'joined', { favorite: false })).length, 2);
    assert.equal((await openFez(reader, group)).members?.isFavorite, true);
    assert.equal((await sam.call(fezApi.addFavorite, fezParams(group))).status, 403);
    await leave(reader, group);
    await changeMember(james, 'addMember', group, reader);
    assert.equal((await openFez(reader, group)).members?.isFavorite, false);
    assert.equal((await reader.call(fezApi.removeFavorite, fezParams(group))).status, 200);
    await reader.get(fezApi.addFavorite, fezParams(group));
    assert.equal((await reader.send('DELETE', `/api/v3/fez/${group.fezID}/favorite`)).status, 204);
  });
});

describe('marking as read', () => {
  test('marks everything read and ends “new”, and returns whether it changed something', async () => {
    const reader = await app.newcomer('mark-reader');
    const group = await createFez(james, groupFields, [reader]);
    await writePost(james, group, 'one');
    assert.equal((await reader.call(fezApi.markRead, fezParams(group))).status, 201);
    assert.equal((await reader.call(fezApi.markRead, fezParams(group))).status, 200);
    assert.deepEqual(getPostCounts(await openFez(reader, group)), [1, 1]);
    assert.deepEqual(await listFezTitles(reader, 'joined', { onlynew: true }), []);
    for (const user of [sam, moderator]) assert.equal((await user.call(fezApi.markRead, fezParams(group))).status, 403);
  });

  test('ends “new” even without posts, and ignores hidden posts', async () => {
    const reader = await app.newcomer('hiding-reader');
    const group = await createFez(james, groupFields, [reader, heidi]);
    assert.equal((await reader.call(fezApi.markRead, fezParams(group))).status, 201);
    await block(reader, heidi);
    await writePost(heidi, group, 'not for them');
    assert.equal((await reader.call(fezApi.markRead, fezParams(group))).status, 200);
    await writePost(james, group, 'for them');
    assert.equal((await reader.call(fezApi.markRead, fezParams(group))).status, 201);
    assert.deepEqual(getPostCounts(await openFez(reader, group)), [1, 1]);
  });

  test('of a shared account’s chat only affects the reader', async () => {
    const body = { ...chatFields, fezType: 'open', createdByModerator: true, initialUsers: [heidi.userID] };
    const chat = await moderator.get(fezApi.create, { body });
    await writePost(heidi, chat, 'help');
    assert.equal((await moderator.call(fezApi.markRead, fezParams(chat))).status, 201);
    assert.deepEqual(getPostCounts(await openFez(moderator, chat)), [1, 1]);
    assert.deepEqual(getPostCounts(await openFez(await app.atLevel('devteam'), chat)), [1, 0]);
  });
});
