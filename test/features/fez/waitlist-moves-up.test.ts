import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import {
  createFez,
  fezParams,
  getNotificationTypesDuring,
  groupFields,
  join,
  leave,
  listParticipants,
  listWaiting,
  openFez,
  startAppWithUsers,
  updateFez,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

describe('the waiting list', () => {
  test('takes users who join a full group, lets them read and write, and moves up', async () => {
    const group = await createFez(james, { ...groupFields, maxCapacity: 2 });
    for (const user of [heidi, sam]) assert.equal((await join(user, group)).status, 201);
    const { members } = await openFez(sam, group);
    assert.deepEqual(
      members?.waitingList.map(({ username }) => username),
      ['sam'],
    );
    await writePost(sam, group, 'waiting');
    await leave(heidi, group);
    assert.deepEqual(listParticipants(await openFez(sam, group)), ['james', 'sam']);
  });

  test('takes the latest members when the capacity drops, and returns them when it grows', async () => {
    const group = await createFez(james, groupFields, [heidi, sam]);
    assert.deepEqual(listParticipants((await updateFez(james, group, { ...groupFields, maxCapacity: 2 })).body), [
      'james',
      'heidi',
    ]);
    assert.equal(listParticipants((await updateFez(james, group, groupFields)).body).length, 3);
  });

  test('takes the latest members first, and returns the earliest first', async () => {
    const group = await createFez(james, { ...groupFields, maxCapacity: 3 }, [heidi, sam, moderator]);
    assert.deepEqual([listParticipants(group).length, listWaiting(group)], [3, [moderator.username]]);
    const fewer = (await updateFez(james, group, { ...groupFields, maxCapacity: 1 })).body;
    assert.deepEqual([listParticipants(fewer), listWaiting(fewer)], [['james'], ['heidi', 'sam', moderator.username]]);
    const more = (await updateFez(james, group, { ...groupFields, maxCapacity: 2 })).body;
    assert.deepEqual(
      [listParticipants(more), listWaiting(more)],
      [
        ['james', 'heidi'],
        ['sam', moderator.username],
      ],
    );
    const all = (await updateFez(james, group, { ...groupFields, maxCapacity: 0 })).body;
    assert.deepEqual([listParticipants(all).length, listWaiting(all), all.participantCount], [4, [], 4]);
  });

  test('is independent of the minimum number of members', async () => {
    const group = await createFez(james, { ...groupFields, minCapacity: 9 });
    assert.deepEqual([group.minParticipants, group.cancelled], [9, false]);
    assert.equal((await join(heidi, group)).status, 201);
  });

  test('exists in a new group with less capacity than members', async () => {
    const group = await createFez(james, { ...groupFields, maxCapacity: 2 }, [heidi, sam]);
    assert.deepEqual(listParticipants(group), ['james', 'heidi']);
    assert.deepEqual(
      group.members?.waitingList.map(({ username }) => username),
      ['sam'],
    );
    assert.equal(group.participantCount, 3);
  });

  test('gets every notification that participants get', async () => {
    const fez = await createFez(james, { ...groupFields, maxCapacity: 1 }, [heidi]);
    const types = await getNotificationTypesDuring(app, [heidi], async () => {
      await writePost(james, fez, 'hello');
      await james.get(fezApi.cancel, fezParams(fez));
    });
    assert.deepEqual(types, [['fezUnreadMsg', 'lfgCanceled']]);
  });
});
