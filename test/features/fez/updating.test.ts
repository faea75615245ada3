import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { moderationApi } from '../../support/moderation.ts';
import { openSocket } from '../../support/socket.ts';
import {
  addOtherAccount,
  block,
  chatFields,
  createFez,
  eventFields,
  type Fez,
  fezParams,
  groupFields,
  leave,
  listLastActions,
  listParticipants,
  openFez,
  ownEventFields,
  quarantine,
  setState,
  startAppWithUsers,
  tryToOpenFez,
  updateFez,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

const getState = async ({ fezID }: Fez) =>
  (await moderator.get(moderationApi.fez, { params: { fezID } })).moderationStatus;
const getEdits = async ({ fezID }: Fez) =>
  (await moderator.get(moderationApi.fez, { params: { fezID } })).edits.map(({ title, info, location }) => [
    title,
    info,
    location,
  ]);

describe('updating', () => {
  test('replaces a group’s content, and returns its members without posts', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    const { status, body } = await updateFez(james, group, {
      ...groupFields,
      fezType: 'music',
      title: 'Guitars',
      info: 'Bring yours.',
      location: undefined,
      startTime: undefined,
      endTime: undefined,
      maxCapacity: 1,
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.fezType, body.title, body.info, body.maxParticipants],
      ['music', 'Guitars', 'Bring yours.', 1],
    );
    for (const key of ['location', 'startTime', 'endTime', 'timeZone']) assert.equal(key in body, false, key);
    assert.deepEqual(listParticipants(body), ['james']);
    assert.equal(body.members && 'posts' in body.members, false);
  });

  test('changes only the title of a chat', async () => {
    const chat = await createFez(james, {}, [heidi]);
    assert.equal((await updateFez(james, chat, { title: 'New title' })).body.title, 'New title');
    for (const change of [
      { info: 'other' },
      { location: 'x' },
      { maxCapacity: 1 },
      { endTime: '2025-03-05T01:00:00Z' },
    ]) {
      assert.equal((await updateFez(james, chat, { title: 'No', ...change })).status, 400);
    }
    assert.equal((await openFez(james, chat)).title, 'New title');
    const said = { fezType: 'open', info: 'who', location: 'bar', maxCapacity: 3 };
    const kept = await updateFez(james, await createFez(james, said), { ...said, title: 'Same place' });
    assert.deepEqual([kept.status, kept.body.location, kept.body.maxParticipants], [200, 'bar', 3]);
    assert.equal((await updateFez(james, kept.body, { ...said, location: undefined })).status, 400);
  });

  test('reads times by the current clock, and accepts none', async () => {
    const event = await createFez(james, eventFields);
    assert.equal(event.startTime, '2025-03-04T22:00:00.000Z');
    const { body } = await updateFez(james, event, {
      ...eventFields,
      startTime: '2025-03-04T22:00:00Z',
      endTime: undefined,
    });
    assert.equal(body.startTime, undefined);
    const moved = await updateFez(james, event, { ...eventFields, startTime: '2025-03-04T22:00:00Z' });
    assert.deepEqual([moved.body.startTime, moved.body.timeZone], ['2025-03-04T21:00:00.000Z', 'AST']);
    const none = await updateFez(james, event, { ...eventFields, startTime: null, endTime: null, location: null });
    for (const key of ['startTime', 'endTime', 'timeZone', 'timeZoneID', 'location']) {
      assert.equal(key in none.body, false, key);
    }
  });

  test('ignores members, shared accounts and first posts', async () => {
    const group = await createFez(james, groupFields);
    const { status, body } = await updateFez(james, group, {
      ...groupFields,
      initialUsers: [heidi.userID],
      createdByModerator: true,
      createdByDevTeam: true,
      firstPost: { text: 'hello', images: [] },
    });
    assert.deepEqual([status, body.owner.username, listParticipants(body)], [200, 'james', ['james']]);
    assert.equal(body.members?.postCount, 0);
  });

  test('reports all errors at once, before checking who calls', async () => {
    const group = await createFez(james, groupFields);
    const response = await updateFez(sam, group, { ...groupFields, title: 'x', location: 'x', visibility: 'private' });
    assert.deepEqual(
      [response.status, Object.keys(response.fieldErrors ?? {}).sort()],
      [400, ['location', 'title', 'visibility']],
    );
    const chat = await createFez(james, {}, [heidi]);
    assert.equal((await updateFez(heidi, chat, { maxCapacity: 1 })).status, 403);
  });

  test('stores the previous text only if texts changed', async () => {
    const group = await createFez(james, groupFields);
    await updateFez(james, group, { ...groupFields, startTime: undefined, maxCapacity: 9, fezType: 'dining' });
    assert.deepEqual(await getEdits(group), []);
    await updateFez(james, group, { ...groupFields, location: undefined });
    await updateFez(moderator, group, { ...groupFields, location: undefined, info: 'Moderated.' });
    assert.deepEqual(await getEdits(group), [
      [groupFields.title, groupFields.info, 'Deck 4'],
      [groupFields.title, groupFields.info, ''],
    ]);
  });

  test('changes the type only among groups', async () => {
    const group = await createFez(james, groupFields);
    for (const fezType of ['closed', 'privateEvent']) {
      assert.equal((await updateFez(james, group, { ...groupFields, fezType })).status, 403);
    }
    assert.equal((await updateFez(james, await createFez(james, {}, [heidi]), { fezType: 'open' })).status, 403);
  });

  test('makes a private event unlisted and private again, and keeps omitted fields', async () => {
    const event = await createFez(james, eventFields, [heidi]);
    assert.equal(
      (await updateFez(james, event, { ...eventFields, visibility: 'unlisted' })).body.visibility,
      'unlisted',
    );
    assert.equal((await tryToOpenFez(sam, event)).status, 200);
    assert.equal((await updateFez(james, event, eventFields)).body.visibility, 'unlisted');
    await updateFez(james, event, { ...eventFields, visibility: 'private' });
    assert.equal((await tryToOpenFez(sam, event)).status, 404);
    assert.equal((await tryToOpenFez(heidi, event)).status, 200);
  });

  test('reverts a cancellation', async () => {
    const group = await createFez(james, groupFields);
    assert.equal((await james.get(fezApi.cancel, fezParams(group))).cancelled, true);
    assert.equal((await updateFez(james, group, groupFields)).body.cancelled, false);
  });

  test('is allowed for the owner and for moderators, whose changes are logged', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    for (const user of [heidi, sam]) assert.equal((await updateFez(user, group, groupFields)).status, 403);
    assert.equal((await updateFez(moderator, group, { ...groupFields, title: 'Moderated' })).status, 200);
    assert.deepEqual(await listLastActions(moderator, 1), [['edit', 'fez', group.fezID]]);
    const closed = await createFez(james, {}, [heidi]);
    for (const user of [sam, moderator]) assert.equal((await updateFez(user, closed, {})).status, 404);
    const chat = await createFez(james, { fezType: 'open' }, [heidi]);
    assert.equal((await updateFez(sam, chat, { fezType: 'open' })).status, 404);
    assert.equal((await updateFez(moderator, chat, { fezType: 'open', title: 'Kept polite' })).status, 200);
    assert.equal((await updateFez(moderator, chat, { fezType: 'closed' })).status, 403);
    const own = await createFez(moderator, groupFields);
    const before = await listLastActions(moderator, 1);
    await updateFez(moderator, own, { ...groupFields, title: 'Not noted' });
    assert.deepEqual(await listLastActions(moderator, 1), before);
  });

  test('is rejected for owners who can’t write, or can’t any more', async () => {
    const owner = await app.newcomer('silenced-owner');
    const group = await createFez(owner, groupFields);
    const event = await createFez(owner, ownEventFields);
    await quarantine(moderator, owner);
    assert.equal((await updateFez(owner, group, groupFields)).status, 403);
    assert.equal((await owner.call(fezApi.delete, fezParams(event))).status, 403);
    await moderator.send('POST', `/api/v3/mod/user/${owner.userID}/setaccesslevel/quarantined`);
    app.clock.advance({ hours: 2 });
    const again = await app.logIn('silenced-owner');
    assert.equal((await updateFez(again, group, groupFields)).status, 403);
    assert.equal((await again.call(fezApi.delete, fezParams(event))).status, 403);
    assert.equal((await openFez(again, group)).title, groupFields.title);
  });

  test('and deleting are rejected for moderators in temporary quarantine, who can still set states', async () => {
    const silenced = await app.newcomer('silenced-moderator');
    const sibling = await addOtherAccount(app, silenced, 'silenced-sibling');
    await (await app.logIn('admin')).send('POST', `/api/v3/admin/moderator/promote/${silenced.userID}`);
    await quarantine(moderator, sibling);
    const group = await createFez(james, groupFields);
    const { postID } = await writePost(james, group, 'hello');
    assert.equal((await updateFez(silenced, group, groupFields)).status, 403);
    assert.equal((await silenced.call(fezApi.delete, fezParams(group))).status, 403);
    assert.equal((await silenced.call(fezApi.deletePost, { params: { postID } })).status, 403);
    const state = { params: { fezID: group.fezID, state: 'locked' } };
    assert.equal((await silenced.call(moderationApi.setFezState, state)).status, 200);
  });

  test('of locked or hidden fezzes is for moderators only, and keeps the state', async () => {
    for (const state of ['locked', 'quarantined'] as const) {
      const [group, event] = [await createFez(james, groupFields), await createFez(james, ownEventFields)];
      for (const fez of [group, event]) await setState(moderator, fez, state);
      assert.equal((await updateFez(james, group, groupFields)).status, 403);
      assert.equal((await james.call(fezApi.delete, fezParams(event))).status, 403);
      assert.equal((await updateFez(moderator, group, { ...groupFields, title: 'Moderated' })).status, 200);
      assert.equal(await getState(group), state);
    }
  });

  test('ends “reviewed” if the owner does it, but not if a moderator does', async () => {
    const group = await createFez(james, groupFields);
    await setState(moderator, group, 'reviewed');
    await updateFez(moderator, group, { ...groupFields, title: 'Moderated' });
    assert.equal(await getState(group), 'modReviewed');
    await updateFez(james, group, groupFields);
    assert.equal(await getState(group), 'normal');
  });

  test('is allowed for an owner who left, but not for their other account', async () => {
    const group = await createFez(james, groupFields, [heidi]);
    await leave(james, group);
    const { status, body } = await updateFez(james, group, { ...groupFields, title: 'From outside' });
    assert.deepEqual([status, body.title, 'members' in body], [200, 'From outside', false]);
    assert.equal((await james.call(fezApi.cancel, fezParams(group))).status, 200);
    const other = await addOtherAccount(app, james, 'james-also');
    assert.equal((await updateFez(other, group, groupFields)).status, 403);
  });

  test('and everything else are 404 for users in a block relationship with the owner', async () => {
    const blocked = await app.newcomer('blocked-member');
    const group = await createFez(james, groupFields, [blocked]);
    await block(blocked, james);
    const body = { ...chatFields, ...groupFields, text: 'hello', images: [], message: '' };
    const calls = [
      'update',
      'cancel',
      'delete',
      'mute',
      'unmute',
      'addFavorite',
      'removeFavorite',
      'markRead',
      'unjoin',
      'post',
      'report',
    ] as const;
    for (const call of calls)
      assert.equal((await blocked.call(fezApi[call], { ...fezParams(group), body })).status, 404, call);
  });

  test('keeps a personal event to its owner', async () => {
    const event = await createFez(james, ownEventFields);
    assert.equal((await updateFez(james, event, { ...ownEventFields, title: 'Massage' })).body.title, 'Massage');
    assert.equal((await updateFez(james, event, { ...ownEventFields, initialUsers: [heidi.userID] })).status, 403);
  });
});

test('updating, cancelling and deleting immediately change everyone’s next appointment', async () => {
  const goer = await app.newcomer('goer');
  const next = async () => (await goer.get(notificationsApi.summary)).nextJoinedLFGTime;
  const group = await createFez(james, groupFields, [goer]);
  const later = { startTime: '2025-03-05T23:00:00Z', endTime: '2025-03-06T00:00:00Z' };
  assert.equal(await next(), group.startTime);
  const moved = await updateFez(james, group, { ...groupFields, ...later });
  assert.notEqual(moved.body.startTime, group.startTime);
  assert.equal(await next(), moved.body.startTime);
  await james.get(fezApi.cancel, fezParams(group));
  assert.equal(await next(), undefined);
  await updateFez(james, group, groupFields);
  assert.equal(await next(), group.startTime);
  await moderator.get(fezApi.delete, fezParams(group));
  assert.equal(await next(), undefined);
});

test('updates and deletions notify no one', async () => {
  const reader = await app.newcomer('told-nothing');
  const [group, chat] = [await createFez(james, groupFields, [reader]), await createFez(james, {}, [reader])];
  const socket = await openSocket(app.url, '/api/v3/notification/socket', reader.token);
  const watching = await openSocket(app.url, `/api/v3/fez/${group.fezID}/socket`, reader.token);
  const { postID } = await writePost(james, group, 'first');
  await updateFez(james, group, { ...groupFields, title: 'Another' });
  await james.get(fezApi.deletePost, { params: { postID } });
  await writePost(james, group, 'second');
  assert.deepEqual([(await watching.next()).text, (await watching.next()).text], ['first', 'second']);
  await moderator.get(fezApi.delete, fezParams(group));
  await writePost(james, chat, 'third');
  await socket.next(({ contentID }) => contentID === chat.fezID);
  assert.equal(socket.frames.length, 3);
  assert.equal(watching.frames.length, 2);
});

test('updating, cancelling and moderators’ decisions set the time of the last change', async () => {
  const group = await createFez(james, groupFields);
  const changes = [
    () => updateFez(james, group, groupFields),
    () => james.call(fezApi.cancel, fezParams(group)),
    () => setState(moderator, group, 'reviewed'),
  ];
  for (const change of changes) {
    app.clock.advance({ minutes: 1 });
    await change();
    assert.equal((await openFez(james, group)).lastModificationTime, app.clock.now().toISOString());
  }
});
