import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fezApi } from '#features/fez/api/index.ts';
import type { Person } from '../../support/app.ts';
import {
  arrange,
  chatFields,
  counts,
  eventFields,
  type Fez,
  type Fields,
  groupFields,
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

const update = (person: Person, { fezID }: Fez, body: Fields) =>
  person.call(fezApi.update, { params: { fezID }, body: { ...chatFields, ...body } });
const at = ({ fezID }: Fez) => ({ params: { fezID } });

/** What the newest entries of the moderators' log say. */
async function lastActions(entries: number): Promise<unknown[]> {
  const { actions } = (await moderator.send('GET', `/api/v3/mod/moderationlog?limit=${entries}`)).body;
  return actions.map((action: Fields) => [action.actionType, action.contentType, action.contentID]);
}

describe('updating', () => {
  test('replaces everything a group says, and shows its members without posts', async () => {
    const group = await start(james, groupFields, [heidi]);
    const { status, body } = await update(james, group, {
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
    assert.deepEqual(participants(body), ['james']);
    assert.equal(body.members && 'posts' in body.members, false);
  });

  test('lets only the title of a chat change', async () => {
    const chat = await start(james, {}, [heidi]);
    assert.equal((await update(james, chat, { title: 'New title' })).body.title, 'New title');
    for (const change of [
      { info: 'other' },
      { location: 'x' },
      { maxCapacity: 1 },
      { endTime: '2025-03-05T01:00:00Z' },
    ]) {
      assert.equal((await update(james, chat, { title: 'No', ...change })).status, 400);
    }
    assert.equal((await open(james, chat)).title, 'New title');
  });

  test('changes the type only among groups', async () => {
    const group = await start(james, groupFields);
    for (const fezType of ['closed', 'privateEvent']) {
      assert.equal((await update(james, group, { ...groupFields, fezType })).status, 403);
    }
    assert.equal((await update(james, await start(james, {}, [heidi]), { fezType: 'open' })).status, 403);
  });

  test('makes a private event unlisted and private again, and keeps what is not named', async () => {
    const event = await start(james, eventFields, [heidi]);
    assert.equal((await update(james, event, { ...eventFields, visibility: 'unlisted' })).body.visibility, 'unlisted');
    assert.equal((await read(sam, event)).status, 200);
    assert.equal((await update(james, event, eventFields)).body.visibility, 'unlisted');
    await update(james, event, { ...eventFields, visibility: 'private' });
    assert.equal((await read(sam, event)).status, 404);
    assert.equal((await read(heidi, event)).status, 200);
  });

  test('takes a cancellation back', async () => {
    const group = await start(james, groupFields);
    assert.equal((await james.get(fezApi.cancel, at(group))).cancelled, true);
    assert.equal((await update(james, group, groupFields)).body.cancelled, false);
  });

  test('is for the owner and for moderators, whose change is noted', async () => {
    const group = await start(james, groupFields, [heidi]);
    for (const person of [heidi, sam]) assert.equal((await update(person, group, groupFields)).status, 403);
    assert.equal((await update(moderator, group, { ...groupFields, title: 'Moderated' })).status, 200);
    assert.deepEqual(await lastActions(1), [['edit', 'fez', group.fezID]]);
    const chat = await start(james, {}, [heidi]);
    assert.equal((await update(sam, chat, {})).status, 404);
    const { status, body } = await update(moderator, chat, { title: 'Kept polite' });
    assert.deepEqual([status, 'members' in body], [200, false]);
  });

  test('keeps a personal event for its owner alone', async () => {
    const event = await start(james, ownEventFields);
    assert.equal((await update(james, event, { ...ownEventFields, title: 'Massage' })).body.title, 'Massage');
    assert.equal((await update(james, event, { ...ownEventFields, initialUsers: [heidi.userID] })).status, 403);
  });
});

describe('cancelling', () => {
  test('is for the owner, leaves everything in place, and takes a group off the open list', async () => {
    const group = await start(james, { ...groupFields, title: 'Called off' }, [heidi]);
    for (const person of [heidi, moderator]) assert.equal((await person.call(fezApi.cancel, at(group))).status, 403);
    assert.deepEqual(await titles(sam, 'open', { search: 'called' }), ['Called off']);
    assert.equal((await james.get(fezApi.cancel, at(group))).cancelled, true);
    assert.deepEqual(await titles(sam, 'open', { search: 'called' }), []);
    assert.deepEqual(await titles(heidi, 'joined', { search: 'called' }), ['Called off']);
    await write(heidi, group, 'What a pity');
    assert.equal((await sam.call(fezApi.join, at(group))).status, 201);
    assert.equal((await james.call(fezApi.cancel, at(group))).status, 200);
  });

  test('is for the whole team when a shared account is the owner', async () => {
    const body = { ...groupFields, createdByModerator: true };
    const group = await moderator.get(fezApi.create, { body });
    assert.equal((await (await app.atLevel('devteam')).call(fezApi.cancel, at(group))).status, 200);
  });
});

describe('deleting', () => {
  test('a personal event is for its owner, others are to be cancelled', async () => {
    const event = await start(james, ownEventFields);
    assert.equal((await heidi.call(fezApi.delete, at(event))).status, 404);
    assert.equal((await james.send('DELETE', `/api/v3/fez/${event.fezID}`)).status, 204);
    assert.equal((await read(james, event)).status, 404);
    assert.equal((await james.call(fezApi.delete, at(await start(james, groupFields)))).status, 403);
  });

  test('is for moderators whatever it is; it is noted, and former members still find it', async () => {
    const group = await start(james, { ...groupFields, title: 'Taken away' }, [heidi]);
    assert.equal((await moderator.call(fezApi.delete, at(group))).status, 204);
    assert.deepEqual(await lastActions(1), [['delete', 'fez', group.fezID]]);
    assert.equal((await read(james, group)).status, 404);
    assert.equal((await moderator.call(fezApi.delete, at(group))).status, 404);
    assert.deepEqual(await titles(heidi, 'joined', { search: 'taken' }), []);
    assert.ok((await titles(heidi, 'former')).includes('Taken away'));
    const chat = await start(james, {}, [heidi]);
    assert.equal((await moderator.call(fezApi.delete, at(chat))).status, 204);
  });
});

describe('muting', () => {
  test('tells whether it changed something, and is for those who are in it', async () => {
    const group = await start(james, groupFields, [heidi]);
    assert.equal((await heidi.call(fezApi.unmute, at(group))).status, 200);
    assert.equal((await heidi.call(fezApi.mute, at(group))).status, 201);
    assert.equal((await heidi.call(fezApi.mute, at(group))).status, 200);
    assert.equal((await open(heidi, group)).members?.isMuted, true);
    assert.equal((await open(james, group)).members?.isMuted, false);
    assert.equal((await heidi.send('DELETE', `/api/v3/fez/${group.fezID}/mute`)).status, 204);
    for (const person of [sam, moderator]) assert.equal((await person.call(fezApi.mute, at(group))).status, 403);
    assert.equal((await sam.call(fezApi.mute, at(await start(james, {}, [heidi])))).status, 404);
  });

  test('makes later posts no news, keeps earlier news, and sorts the chat last', async () => {
    const reader = await app.newcomer('mute-reader');
    const [muted, other] = [
      await start(james, { title: 'Muted' }, [reader]),
      await start(james, { title: 'Other' }, [reader]),
    ];
    await open(reader, other);
    await open(reader, muted);
    await write(james, muted, 'before');
    await reader.get(fezApi.mute, at(muted));
    assert.deepEqual(await titles(reader, 'joined', { onlynew: true }), ['Muted']);
    await reader.get(fezApi.markRead, at(muted));
    app.clock.advance({ minutes: 1 });
    await write(james, muted, 'after');
    assert.deepEqual(await titles(reader, 'joined', { onlynew: true }), []);
    assert.deepEqual(await titles(reader, 'joined'), ['Other', 'Muted']);
    assert.deepEqual(counts(await open(reader, muted)), [2, 1]);
  });

  test('outlasts leaving', async () => {
    const group = await start(james, groupFields, [heidi]);
    await heidi.get(fezApi.mute, at(group));
    await unjoin(heidi, group);
    await arrange(james, 'addMember', group, heidi);
    assert.equal((await open(heidi, group)).members?.isMuted, true);
  });
});

describe('a favorite', () => {
  test('is marked and chosen by, beside a mute, until one leaves', async () => {
    const reader = await app.newcomer('favorite-reader');
    const group = await start(james, { ...groupFields, title: 'Favorite' }, [reader]);
    await start(james, groupFields, [reader]);
    assert.equal((await reader.call(fezApi.addFavorite, at(group))).status, 201);
    assert.equal((await reader.call(fezApi.addFavorite, at(group))).status, 200);
    assert.equal((await reader.call(fezApi.mute, at(group))).status, 201);
    assert.deepEqual(await titles(reader, 'joined', { favorite: true }), ['Favorite']);
    assert.equal((await titles(reader, 'joined', { favorite: false })).length, 2);
    assert.equal((await open(reader, group)).members?.isFavorite, true);
    assert.equal((await sam.call(fezApi.addFavorite, at(group))).status, 403);
    await unjoin(reader, group);
    await arrange(james, 'addMember', group, reader);
    assert.equal((await open(reader, group)).members?.isFavorite, false);
    assert.equal((await reader.call(fezApi.removeFavorite, at(group))).status, 200);
    await reader.get(fezApi.addFavorite, at(group));
    assert.equal((await reader.send('DELETE', `/api/v3/fez/${group.fezID}/favorite`)).status, 204);
  });
});

describe('marking as read', () => {
  test('reads everything and ends being new, and tells whether it changed something', async () => {
    const reader = await app.newcomer('mark-reader');
    const group = await start(james, groupFields, [reader]);
    await write(james, group, 'one');
    assert.equal((await reader.call(fezApi.markRead, at(group))).status, 201);
    assert.equal((await reader.call(fezApi.markRead, at(group))).status, 200);
    assert.deepEqual(counts(await open(reader, group)), [1, 1]);
    assert.deepEqual(await titles(reader, 'joined', { onlynew: true }), []);
    for (const person of [sam, moderator]) assert.equal((await person.call(fezApi.markRead, at(group))).status, 403);
  });
});
