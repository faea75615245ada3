import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import { moderationApi } from '../../support/moderation.ts';
import {
  createFez,
  eventFields,
  fezParams,
  getIDs,
  getNotificationTypesDuring,
  groupFields,
  listFezTitles,
  listLastActions,
  openFez,
  ownEventFields,
  startAppWithUsers,
  tryToOpenFez,
  updateFez,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

describe('cancelling', () => {
  test('is allowed for the owner, keeps all content, and removes a group from the open list', async () => {
    const group = await createFez(james, { ...groupFields, title: 'Called off' }, [heidi]);
    for (const user of [heidi, moderator]) assert.equal((await user.call(fezApi.cancel, fezParams(group))).status, 403);
    assert.deepEqual(await listFezTitles(sam, 'open', { search: 'called' }), ['Called off']);
    assert.equal((await james.get(fezApi.cancel, fezParams(group))).cancelled, true);
    assert.deepEqual(await listFezTitles(sam, 'open', { search: 'called' }), []);
    assert.deepEqual(await listFezTitles(heidi, 'joined', { search: 'called' }), ['Called off']);
    await writePost(heidi, group, 'What a pity');
    assert.equal((await sam.call(fezApi.join, fezParams(group))).status, 201);
    assert.equal((await james.call(fezApi.cancel, fezParams(group))).status, 200);
  });

  test('again succeeds, changes nothing and notifies no one', async () => {
    for (const fields of [groupFields, eventFields]) {
      const fez = await createFez(james, fields, [heidi]);
      const [types] = await getNotificationTypesDuring(app, [heidi], async () => {
        const first = await james.get(fezApi.cancel, fezParams(fez));
        app.clock.advance({ minutes: 1 });
        assert.deepEqual(await james.get(fezApi.cancel, fezParams(fez)), first);
        if (fields === eventFields)
          assert.equal((await james.call(fezApi.deletePersonalEvent, fezParams(fez))).status, 204);
        const { lastModificationTime } = await openFez(james, fez);
        assert.deepEqual([first.cancelled, lastModificationTime], [true, first.lastModificationTime]);
      });
      assert.deepEqual(types, [fields === eventFields ? 'privateEventCanceled' : 'lfgCanceled']);
      assert.deepEqual(await listFezTitles(heidi, 'joined', { onlynew: true, matchID: fez.fezID }), [fez.title]);
    }
  });

  test('again after an undo notifies the others again', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    const [types] = await getNotificationTypesDuring(app, [heidi], async () => {
      await james.get(fezApi.cancel, fezParams(group));
      await updateFez(james, group, groupFields);
      await james.get(fezApi.cancel, fezParams(group));
    });
    assert.deepEqual(types, ['lfgCanceled', 'lfgCanceled']);
  });

  test('returns members on request, and works for chats', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const { cancelled, members } = await james.get(fezApi.cancel, { ...fezParams(chat), query: { members: true } });
    assert.deepEqual([cancelled, members?.participants.length, members?.posts], [true, 2, undefined]);
    const open = await createFez(james, { fezType: 'open' }, [heidi]);
    assert.equal('members' in (await james.get(fezApi.cancel, fezParams(open))), false);
    for (const user of [sam, moderator]) assert.equal((await user.call(fezApi.cancel, fezParams(chat))).status, 404);
    assert.equal((await heidi.call(fezApi.cancel, fezParams(chat))).status, 403);
  });

  test('is allowed for the whole team if a shared account is the owner, but not for other members', async () => {
    const body = { ...groupFields, createdByModerator: true, initialUsers: getIDs([heidi]) };
    const group = await moderator.get(fezApi.create, { body });
    const devteam = await app.atLevel('devteam');
    assert.equal((await heidi.call(fezApi.cancel, fezParams(group))).status, 403);
    assert.equal((await devteam.call(fezApi.cancel, fezParams(group))).status, 200);
    const team = await devteam.get(fezApi.create, { body: { ...body, createdByDevTeam: true } });
    assert.equal((await moderator.call(fezApi.cancel, fezParams(team))).status, 403);
  });
});

describe('deleting', () => {
  test('is allowed for the owner of a personal event; others must be cancelled', async () => {
    const event = await createFez(james, ownEventFields);
    assert.equal((await heidi.call(fezApi.delete, fezParams(event))).status, 404);
    assert.equal((await james.send('DELETE', `/api/v3/fez/${event.fezID}`)).status, 204);
    assert.equal((await tryToOpenFez(james, event)).status, 404);
    assert.equal((await james.call(fezApi.delete, fezParams(await createFez(james, groupFields)))).status, 403);
  });

  test('is allowed for moderators except in others’ closed chats, and logged; former members still see it', async () => {
    const group = await createFez(james, { ...groupFields, title: 'Taken away' }, [heidi]);
    assert.equal((await moderator.call(fezApi.delete, fezParams(group))).status, 204);
    assert.deepEqual(await listLastActions(moderator, 1), [['delete', 'fez', group.fezID]]);
    assert.equal((await tryToOpenFez(james, group)).status, 404);
    assert.equal((await moderator.call(fezApi.delete, fezParams(group))).status, 404);
    assert.deepEqual(await listFezTitles(heidi, 'joined', { search: 'taken' }), []);
    assert.ok((await listFezTitles(heidi, 'former')).includes('Taken away'));
    assert.equal((await moderator.call(fezApi.delete, fezParams(await createFez(james, {}, [heidi])))).status, 404);
    assert.equal((await moderator.call(fezApi.delete, fezParams(await createFez(james, {}, [moderator])))).status, 204);
    assert.equal((await moderator.call(fezApi.delete, fezParams(await createFez(james, ownEventFields)))).status, 204);
  });

  test('is 403 for users who see the fez and 404 for others', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    for (const user of [james, heidi, sam])
      assert.equal((await user.call(fezApi.delete, fezParams(group))).status, 403);
    const chat = await createFez(james, {}, [heidi]);
    for (const user of [james, heidi]) assert.equal((await user.call(fezApi.delete, fezParams(chat))).status, 403);
    assert.equal((await sam.call(fezApi.delete, fezParams(chat))).status, 404);
  });

  test('keeps the posts for moderators', async () => {
    const group = await createFez(james, groupFields);
    const { postID } = await writePost(james, group, 'still there');
    await moderator.get(fezApi.delete, fezParams(group));
    const judged = await moderator.get(moderationApi.fezPost, { params: { postID } });
    assert.deepEqual([judged.fezPost.text, judged.isDeleted, judged.fezID], ['still there', false, group.fezID]);
    assert.equal((await james.call(fezApi.deletePost, { params: { postID } })).status, 404);
  });
});
