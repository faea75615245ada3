import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import { moderationApi } from '../../support/moderation.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import {
  changeMember,
  createFez,
  createFezWithPosts,
  eventFields,
  type Fez,
  fezParams,
  groupFields,
  join,
  leave,
  listTexts,
  openFez,
  setState,
  startAppWithUsers,
  updateFez,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

test('texts longer than may be written today are still read, and can be replaced', async () => {
  const event = await createFezWithPosts(james, 1, { ...eventFields, title: 'Long ago' }, [heidi]);
  const long = `lanterns ${'x'.repeat(5000)}`;
  const { db, caches } = app.context;
  const store = (sql: string, id: string) => db.sqlite.prepare(sql).run({ long, id });
  store('UPDATE fezzes SET title = @long, info = @long, location = @long WHERE id = @id', event.fezID);
  store('UPDATE fez_posts SET text = @long WHERE fez_id = @id', event.fezID);
  store('UPDATE users SET display_name = @long, about = @long WHERE id = @id', sam.userID);
  caches.invalidateAll();
  const read = await openFez(heidi, event);
  assert.deepEqual([read.title, read.info, read.location, listTexts(read)], [long, long, long, [long]]);
  const { fezzes } = await heidi.get(fezApi.joined, { query: { members: true } });
  assert.ok(fezzes.some(({ location }) => location === long));
  const personal = await heidi.get(fezApi.readPersonalEvent, fezParams(event));
  assert.deepEqual([personal.description, personal.location], [long, long]);
  const file = await heidi.call(fezApi.personalEventCalendar, fezParams(event));
  assert.equal(file.status, 200);
  assert.match(file.bytes.toString(), /LOCATION:lanterns x/);
  const profile = await heidi.get(profilesApi.readProfile, { params: { userID: sam.userID } });
  assert.deepEqual([profile.header.displayName, profile.about], [long, long]);
  assert.equal((await updateFez(james, event, { ...eventFields, title: 'Shortened' })).status, 200);
});

describe('the record of a fez', () => {
  const always = [
    'cancelled',
    'fezID',
    'fezType',
    'info',
    'lastModificationTime',
    'maxParticipants',
    'minParticipants',
    'owner',
    'participantCount',
    'title',
    'visibility',
  ];
  const keys = (fez: Fez) => Object.keys(fez).sort();

  test('has every field except members for users outside a group', async () => {
    const group = await createFez(james, { ...groupFields, minCapacity: 2, maxCapacity: 5 }, [heidi]);
    const seen = await openFez(sam, group);
    assert.deepEqual(keys(seen), [...always, 'endTime', 'location', 'startTime', 'timeZone', 'timeZoneID'].sort());
    assert.deepEqual(
      [seen.owner.username, seen.fezType, seen.title, seen.info, seen.location, seen.visibility],
      ['james', 'gaming', 'Chess for beginners', 'Boards are there.', 'Deck 4', 'public'],
    );
    assert.deepEqual([seen.participantCount, seen.minParticipants, seen.maxParticipants], [2, 2, 5]);
    assert.equal(seen.cancelled, false);
  });

  test('omits place and times that it doesn’t have', async () => {
    const timeless = { ...groupFields, startTime: undefined, endTime: undefined, location: undefined };
    assert.deepEqual(keys(await openFez(sam, await createFez(james, timeless))), always);
    assert.deepEqual(keys(await openFez(james, await createFez(james, {}, [heidi]))), [...always, 'members'].sort());
  });

  test('has a time of last change that reading, marking and reporting don’t update', async () => {
    const group = await createFez(james, groupFields);
    const params = { fezID: group.fezID };
    let postID = 0;
    const changes: (() => Promise<unknown>)[] = [
      () => updateFez(james, group, { ...groupFields, title: 'Chess for all' }),
      () => james.get(fezApi.cancel, { params }),
      () => join(heidi, group),
      () => leave(heidi, group),
      () => changeMember(james, 'addMember', group, heidi),
      async () => {
        ({ postID } = await writePost(heidi, group, 'hello'));
      },
      () => heidi.get(fezApi.deletePost, { params: { postID } }),
      () => changeMember(james, 'removeMember', group, heidi),
      () => setState(moderator, group, 'reviewed'),
    ];
    for (const change of changes) {
      app.clock.advance({ seconds: 1 });
      await change();
      assert.equal((await openFez(sam, group)).lastModificationTime, app.clock.now().toISOString(), String(change));
    }
    const { lastModificationTime } = await openFez(james, group);
    app.clock.advance({ seconds: 1 });
    await james.get(fezApi.mute, { params });
    await james.get(fezApi.addFavorite, { params });
    await sam.get(fezApi.report, { params, body: { message: 'see' } });
    assert.equal((await openFez(james, group)).lastModificationTime, lastModificationTime);
  });

  test('shows a review notice to everyone while it’s quarantined, also instead of a missing place', async () => {
    for (const fields of [
      { fezType: 'open', title: 'Wicked' },
      { ...eventFields, title: 'Wicked', info: 'Wicked' },
    ]) {
      const fez = await createFez(james, { ...fields, location: undefined }, [heidi]);
      await writePost(heidi, fez, 'harmless');
      await setState(moderator, fez, 'quarantined');
      for (const user of [james, heidi, moderator]) {
        const seen = await openFez(user, fez);
        assert.doesNotMatch(JSON.stringify(seen), /Wicked/);
        assert.ok(seen.title && seen.info && seen.location);
        assert.deepEqual(listTexts(seen), ['harmless']);
      }
      for (const { fezzes } of [
        await heidi.get(fezApi.joined, { query: { matchID: fez.fezID } }),
        await james.get(fezApi.owned, { query: { matchID: fez.fezID } }),
      ]) {
        assert.equal(fezzes.length, 1);
        assert.doesNotMatch(JSON.stringify(fezzes), /Wicked/);
      }
      await leave(heidi, fez);
      const former = (await heidi.get(fezApi.former)).fezzes.filter(({ fezID }) => fezID === fez.fezID);
      assert.equal(former.length, 1);
      assert.doesNotMatch(JSON.stringify(former), /Wicked/);
    }
  });

  test('shows a notice and no picture for a quarantined post, also to its author and moderators', async () => {
    const images = [toUpload(await createPicture())];
    const group = await createFez(james, groupFields, [heidi]);
    const { postID } = await writePost(heidi, group, 'Wicked', { images });
    await moderator.get(moderationApi.setFezPostState, { params: { postID, state: 'quarantined' } });
    for (const user of [james, heidi, moderator]) {
      const [post] = (await openFez(user, group)).members?.posts ?? [];
      assert.equal(post?.postID, postID);
      assert.notEqual(post?.text, 'Wicked');
      assert.equal(post && 'image' in post, false);
    }
  });

  test('is complete while it is locked', async () => {
    const group = await createFezWithPosts(james, 1, groupFields, [heidi]);
    await setState(moderator, group, 'locked');
    const seen = await openFez(heidi, group);
    assert.deepEqual([seen.title, listTexts(seen)], [groupFields.title, ['post 1']]);
    assert.equal((await updateFez(james, group, groupFields)).status, 403);
  });
});

describe('members in responses', () => {
  const isFilled = ({ members }: Fez) => members !== undefined && !('posts' in members) && !('paginator' in members);

  test('are included on request only, without posts, after any action', async () => {
    const group = await createFezWithPosts(james, 1, groupFields);
    const withHeidi = { params: { fezID: group.fezID, userID: heidi.userID } };
    for (const members of [false, true]) {
      const query = { members };
      const responses = [
        await sam.get(fezApi.join, { ...fezParams(group), query }),
        await james.get(fezApi.addMember, { ...withHeidi, query }),
        await james.get(fezApi.removeMember, { ...withHeidi, query }),
        await james.get(fezApi.cancel, { ...fezParams(group), query }),
      ];
      for (const list of [fezApi.joined, fezApi.owned]) {
        responses.push(...(await james.get(list, { query: { members, matchID: group.fezID } })).fezzes);
      }
      assert.equal(responses.length, 6);
      for (const response of responses) assert.equal(members ? isFilled(response) : !('members' in response), true);
      const left = await sam.get(fezApi.unjoin, { ...fezParams(group), query });
      assert.equal('members' in left, false);
    }
  });

  test('are omitted for users who can’t see members', async () => {
    await createFez(james, { ...groupFields, title: 'Looking inside' });
    const listed = async (user: User) =>
      (await user.get(fezApi.open, { query: { search: 'inside', members: true } })).fezzes;
    const [seen] = await listed(sam);
    assert.equal(seen && 'members' in seen, false);
    const [byModerator] = await listed(moderator);
    assert.equal(byModerator && isFilled(byModerator), true);
  });
});
