import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api.ts';
import {
  at,
  createFez,
  groupFields,
  heardDuring,
  join,
  openFez,
  participants,
  startAppWithUsers,
  unjoin,
  update,
  waiting,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

describe('the waiting list', () => {
  test('takes those who join when all places are taken, who may read and write, and moves up', async () => {
    const group = await createFez(james, { ...groupFields, maxCapacity: 2 });
    for (const user of [heidi, sam]) assert.equal((await join(user, group)).status, 201);
    const { members } = await openFez(sam, group);
    assert.deepEqual(
      members?.waitingList.map(({ username }) => username),
      ['sam'],
    );
    await writePost(sam, group, 'waiting');
    await unjoin(heidi, group);
    assert.deepEqual(participants(await openFez(sam, group)), ['james', 'sam']);
  });

  test('takes the latest members and gives them back when the number of places changes', async () => {
    const group = await createFez(james, groupFields, [heidi, sam]);
    assert.deepEqual(participants((await update(james, group, { ...groupFields, maxCapacity: 2 })).body), [
      'james',
      'heidi',
    ]);
    assert.equal(participants((await update(james, group, groupFields)).body).length, 3);
  });

  test('takes the latest when places become fewer, and gives back the earliest when they become more', async () => {
    const group = await createFez(james, { ...groupFields, maxCapacity: 3 }, [heidi, sam, moderator]);
    assert.deepEqual([participants(group).length, waiting(group)], [3, [moderator.username]]);
    const fewer = (await update(james, group, { ...groupFields, maxCapacity: 1 })).body;
    assert.deepEqual([participants(fewer), waiting(fewer)], [['james'], ['heidi', 'sam', moderator.username]]);
    const more = (await update(james, group, { ...groupFields, maxCapacity: 2 })).body;
    assert.deepEqual(
      [participants(more), waiting(more)],
      [
        ['james', 'heidi'],
        ['sam', moderator.username],
      ],
    );
    const all = (await update(james, group, { ...groupFields, maxCapacity: 0 })).body;
    assert.deepEqual([participants(all).length, waiting(all), all.participantCount], [4, [], 4]);
  });

  test('is independent of the smallest number of members: a group that is too small changes nothing', async () => {
    const group = await createFez(james, { ...groupFields, minCapacity: 9 });
    assert.deepEqual([group.minParticipants, group.cancelled], [9, false]);
    assert.equal((await join(heidi, group)).status, 201);
  });

  test('begins with a new group that has fewer places than members', async () => {
    const group = await createFez(james, { ...groupFields, maxCapacity: 2 }, [heidi, sam]);
    assert.deepEqual(participants(group), ['james', 'heidi']);
    assert.deepEqual(
      group.members?.waitingList.map(({ username }) => username),
      ['sam'],
    );
    assert.equal(group.participantCount, 3);
  });

  test('gets every notification that participants get', async () => {
    const fez = await createFez(james, { ...groupFields, maxCapacity: 1 }, [heidi]);
    const types = await heardDuring(app, [heidi], async () => {
      await writePost(james, fez, 'hello');
      await james.get(fezApi.cancel, at(fez));
    });
    assert.deepEqual(types, [['fezUnreadMsg', 'lfgCanceled']]);
  });
});
