import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api/index.ts';
import {
  arrange,
  block,
  counts,
  eventFields,
  groupFields,
  join,
  open,
  ownEventFields,
  participants,
  read,
  start,
  startWithPeople,
  titles,
  unjoin,
  write,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startWithPeople();
const unlistedFields = { ...eventFields, visibility: 'unlisted' };

describe('joining', () => {
  test('a group puts one at the end, and its posts are unread', async () => {
    const group = await start(james, groupFields, [sam]);
    await write(james, group, 'welcome');
    const reply = await join(heidi, group);
    assert.equal(reply.status, 201);
    assert.equal(reply.body.participantCount, 3);
    assert.equal('members' in reply.body, false);
    const seen = await open(heidi, group);
    assert.deepEqual(participants(seen), ['james', 'sam', 'heidi']);
    assert.deepEqual(counts(seen), [1, 0]);
  });

  test('shows members in the reply on request, without posts', async () => {
    const group = await start(james, groupFields);
    const { members } = await heidi.get(fezApi.join, { params: { fezID: group.fezID }, query: { members: true } });
    assert.deepEqual(
      members?.participants.map(({ username }) => username),
      ['james', 'heidi'],
    );
    assert.equal(members && 'posts' in members, false);
  });

  test('is possible in an unlisted event, and without being allowed to write', async () => {
    const quarantined = await app.atLevel('quarantined');
    assert.equal((await join(quarantined, await start(james, unlistedFields))).status, 201);
  });

  test('twice is a conflict', async () => {
    const group = await start(james, groupFields);
    assert.equal((await join(james, group)).status, 409);
  });

  test('is refused in what is private to those who see it, and unknown to others', async () => {
    for (const fields of [{ fezType: 'open' }, eventFields, ownEventFields]) {
      const chat = await start(james, fields);
      assert.equal((await join(james, chat)).status, 400);
      assert.equal((await join(moderator, chat)).status, 400);
      assert.equal((await join(sam, chat)).status, 404);
    }
    assert.equal((await join(sam, await start(james, {}, [heidi]))).status, 404);
  });

  test('is unknown to those between whom and the owner a block stands', async () => {
    const one = await app.newcomer('kept-out');
    const group = await start(james, groupFields);
    await block(james, one);
    assert.equal((await join(one, group)).status, 404);
  });
});

describe('the waiting list', () => {
  test('takes those who come when all places are taken, who may read and write, and moves up', async () => {
    const group = await start(james, { ...groupFields, maxCapacity: 2 });
    for (const person of [heidi, sam]) assert.equal((await join(person, group)).status, 201);
    const { members } = await open(sam, group);
    assert.deepEqual(
      members?.waitingList.map(({ username }) => username),
      ['sam'],
    );
    await write(sam, group, 'waiting');
    await unjoin(heidi, group);
    assert.deepEqual(participants(await open(sam, group)), ['james', 'sam']);
  });
});

describe('leaving', () => {
  test('takes one out, and a group can then be seen only from outside', async () => {
    const group = await start(james, groupFields, [heidi]);
    const reply = await unjoin(heidi, group);
    assert.equal(reply.status, 200);
    assert.equal(reply.body.participantCount, 1);
    assert.equal('members' in (await open(heidi, group)), false);
    assert.deepEqual(participants(await open(james, group)), ['james']);
  });

  test('a private event leaves a view without what it is about', async () => {
    const event = await start(james, eventFields, [heidi]);
    await unjoin(heidi, event);
    const { body, status } = await read(heidi, event);
    assert.equal(status, 200);
    assert.deepEqual([body.title, body.info, body.participantCount], ['Birthday breakfast', '', 1]);
    for (const key of ['startTime', 'endTime', 'location', 'timeZone', 'timeZoneID', 'members']) {
      assert.equal(key in body, false, key);
    }
  });

  test('an open chat leaves nothing to be seen', async () => {
    const chat = await start(james, { fezType: 'open' }, [heidi]);
    assert.equal((await unjoin(heidi, chat)).status, 200);
    assert.equal((await read(heidi, chat)).status, 404);
  });

  test('is refused in a closed chat, and to those who are not in it', async () => {
    assert.equal((await unjoin(heidi, await start(james, {}, [heidi]))).status, 400);
    const group = await start(james, groupFields);
    for (const person of [sam, moderator]) assert.equal((await unjoin(person, group)).status, 400);
  });

  test('leaves the owner an owner, who may come back', async () => {
    const group = await start(james, groupFields, [heidi]);
    assert.equal((await unjoin(james, group)).body.owner.username, 'james');
    assert.equal((await arrange(james, 'addMember', group, sam)).status, 200);
    assert.equal((await join(james, group)).status, 201);
    assert.deepEqual(participants(await open(james, group)), ['heidi', 'sam', 'james']);
  });

  test('and coming back begins with everything unread', async () => {
    const group = await start(james, groupFields, [heidi]);
    await write(heidi, group, 'one');
    await unjoin(heidi, group);
    await join(heidi, group);
    assert.deepEqual(counts(await open(heidi, group)), [1, 0]);
  });
});

describe('the owner', () => {
  for (const fields of [{ fezType: 'open' }, groupFields, eventFields]) {
    test(`puts people into ${fields.fezType} and takes them out`, async () => {
      const chat = await start(james, fields);
      const added = await arrange(james, 'addMember', chat, heidi);
      assert.deepEqual([added.status, added.body.participantCount], [200, 2]);
      assert.equal('members' in added.body, false);
      assert.equal((await read(heidi, chat)).status, 200);
      assert.equal((await arrange(james, 'addMember', chat, heidi)).status, 409);
      assert.equal((await arrange(james, 'removeMember', chat, heidi)).status, 200);
      assert.equal((await arrange(james, 'removeMember', chat, heidi)).status, 400);
      assert.deepEqual(participants(await open(james, chat)), ['james']);
    });
  }

  test('puts nobody in who does not exist or whom a block keeps away', async () => {
    const one = await app.newcomer('far-away');
    const chat = await start(james, { fezType: 'open' });
    await block(one, james);
    const missing = { userID: '11111111-1111-4111-8111-111111111111' };
    for (const person of [one, missing]) assert.equal((await arrange(james, 'addMember', chat, person)).status, 404);
    assert.equal((await arrange(james, 'removeMember', chat, missing)).status, 404);
  });

  test('changes nobody in a closed chat or a personal event', async () => {
    for (const chat of [await start(james, {}, [heidi]), await start(james, ownEventFields)]) {
      assert.equal((await arrange(james, 'addMember', chat, sam)).status, 403);
      assert.equal((await arrange(james, 'removeMember', chat, heidi)).status, 403);
    }
  });

  test('cannot be taken out, not even by themselves', async () => {
    const group = await start(james, groupFields, [heidi]);
    assert.equal((await arrange(james, 'removeMember', group, james)).status, 403);
  });

  test('alone may do so: members and moderators may not, and outsiders know of nothing', async () => {
    const chat = await start(james, { fezType: 'open' }, [heidi]);
    for (const person of [heidi, moderator]) {
      assert.equal((await arrange(person, 'addMember', chat, sam)).status, 403);
      assert.equal((await arrange(person, 'removeMember', chat, james)).status, 403);
    }
    assert.equal((await arrange(sam, 'addMember', chat, sam)).status, 404);
  });

  test('is the whole team when a shared account is it', async () => {
    const body = { ...groupFields, createdByModerator: true };
    const group = await moderator.get(fezApi.create, { body });
    const other = await app.atLevel('devteam');
    assert.equal((await arrange(other, 'addMember', group, heidi)).status, 200);
    assert.equal((await arrange(heidi, 'addMember', group, sam)).status, 403);
    assert.equal((await arrange(other, 'removeMember', group, heidi)).status, 200);
  });
});

test('whoever was put in has it as new until it is opened, and unread until all of it is read', async () => {
  const newcomer = await app.newcomer('put-in');
  const chat = await start(james, { fezType: 'open', title: 'Put in' });
  for (const text of ['one', 'two']) await write(james, chat, text);
  await arrange(james, 'addMember', chat, newcomer);
  assert.deepEqual(await titles(newcomer, 'joined', { onlynew: true }), ['Put in']);
  await open(newcomer, chat, { start: 0, limit: 1 });
  assert.deepEqual(await titles(newcomer, 'joined', { onlynew: true }), ['Put in']);
  await open(newcomer, chat);
  assert.deepEqual(await titles(newcomer, 'joined', { onlynew: true }), []);
  assert.deepEqual(await titles(newcomer, 'joined', { onlynew: false }), ['Put in']);
});
