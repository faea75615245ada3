import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notificationsApi } from '#core/notifications/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { fezApi } from '#features/fez/api.ts';
import type { User } from '../../support/app.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import {
  chatFields,
  countPictures,
  createFez,
  eventFields,
  type Fez,
  type Fields,
  getPostCounts,
  groupFields,
  leave,
  listLastActions,
  listTexts,
  openFez,
  ownEventFields,
  quarantine,
  runWhileNewPostsFail,
  startAppWithUsers,
  tryToOpenFez,
  writePost,
} from './support.ts';

const { app, james, heidi, sam, moderator } = await startAppWithUsers();

const tryToWrite = (user: User, { fezID }: Fez, body: Fields = {}) =>
  user.call(fezApi.post, { params: { fezID }, body: { text: 'hello', images: [], ...body } });

describe('a post', () => {
  test('has author, time, text with normalized line ends, and an increasing number', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const first = await writePost(james, chat, 'one\r\ntwo');
    assert.equal(first.author.username, 'james');
    assert.equal(first.text, 'one\ntwo');
    assert.equal(first.timestamp, app.clock.now().toISOString());
    assert.equal('image' in first, false);
    assert.ok((await writePost(heidi, chat, 'three')).postID > first.postID);
  });

  test('keeps every character of its text except CRLF, even a lone CR', async () => {
    const chat = await createFez(james, {}, [heidi]);
    const { text } = await writePost(james, chat, ' one\r\ntwo\rthree\r\n\rfour\n\r ');
    assert.equal(text, ' one\ntwo\rthree\n\rfour\n\r ');
    assert.deepEqual(listTexts(await openFez(heidi, chat)), [text]);
  });

  test('that names a user isn’t a mention', async () => {
    const chat = await createFez(james, {}, [heidi]);
    await writePost(james, chat, '@heidi and @moderator, look at this #chat');
    const { forumMentionCount, microblogMentionCount } = await heidi.get(notificationsApi.summary);
    assert.deepEqual([forumMentionCount, microblogMentionCount], [0, 0]);
    const { moderatorData } = await moderator.get(notificationsApi.summary);
    assert.equal(moderatorData?.newModeratorForumMentionCount, 0);
  });

  test('updates the time of the last change', async () => {
    const chat = await createFez(james, {}, [heidi]);
    app.clock.advance({ minutes: 1 });
    await writePost(heidi, chat, 'hello');
    assert.equal((await openFez(james, chat)).lastModificationTime, app.clock.now().toISOString());
  });

  test('is immediately read for its author, with everything before it', async () => {
    const chat = await createFez(james, {}, [heidi]);
    await writePost(james, chat, 'one');
    await writePost(heidi, chat, 'two');
    assert.deepEqual(getPostCounts(await openFez(heidi, chat)), [2, 2]);
    assert.deepEqual(getPostCounts(await openFez(james, chat)), [2, 1]);
  });

  test('can have one picture in a group, and none in a chat', async () => {
    const picture = toUpload(await createPicture());
    const group = await createFez(james, groupFields);
    assert.match((await writePost(james, group, 'look', { images: [picture] })).image ?? '', /\.\w+$/);
    const two = await tryToWrite(james, group, { images: [picture, picture] });
    assert.deepEqual([two.status, Object.keys(two.fieldErrors ?? {})], [400, ['images']]);
    const chat = await createFez(james, {}, [heidi]);
    assert.equal((await tryToWrite(james, chat, { images: [picture] })).status, 400);
  });

  test('can be by a shared account if the writer is on its team', async () => {
    const chat = await createFez(james, { fezType: 'open' }, [heidi, moderator]);
    const options = { postAsModerator: true };
    assert.equal((await writePost(moderator, chat, 'official', options)).author.username, 'moderator');
    assert.equal((await writePost(heidi, chat, 'not official', options)).author.username, 'heidi');
    const devteam = await app.atLevel('devteam');
    const group = await createFez(james, groupFields);
    assert.equal((await writePost(devteam, group, 'team', { postAsDevTeam: true })).author.username, 'DevTeam');
    assert.equal(
      (await writePost(moderator, group, 'self', { postAsDevTeam: true })).author.username,
      moderator.username,
    );
    const { author, postID } = await writePost(devteam, group, 'both', { postAsModerator: true, postAsDevTeam: true });
    assert.equal(author.username, 'moderator');
    assert.deepEqual(await listLastActions(moderator, 1), [['post', 'fezPost', String(postID)]]);
    await writePost(moderator, group, 'not noted');
    assert.deepEqual(await listLastActions(moderator, 1), [['post', 'fezPost', String(postID)]]);
  });

  test('by a shared account is read for its writer and unread for the rest of the team', async () => {
    const body = { ...chatFields, fezType: 'open', createdByModerator: true };
    const chat = await moderator.get(fezApi.create, { body });
    await writePost(moderator, chat, 'official', { postAsModerator: true });
    assert.deepEqual(getPostCounts(await openFez(moderator, chat)), [1, 1]);
    assert.deepEqual(getPostCounts(await openFez(await app.atLevel('devteam'), chat)), [1, 0]);
  });

  test('can refer to a stored picture, and ignores empty entries', async () => {
    const group = await createFez(james, groupFields);
    const { image } = await writePost(james, group, 'look', { images: [toUpload(await createPicture())] });
    const again = await writePost(james, group, 'again', {
      images: [{}, { filename: image, image: null }, { image: '' }],
    });
    assert.equal(again.image, image);
    const chat = await createFez(james, {}, [heidi]);
    assert.equal((await tryToWrite(james, chat, { images: [{}, { image: '' }] })).status, 200);
    assert.equal((await tryToWrite(james, chat, { images: [{ filename: image }] })).status, 400);
  });

  test('that isn’t stored leaves no picture', async () => {
    const group = await createFez(james, groupFields);
    const pictures = await countPictures(app);
    const images = [toUpload(await createPicture())];
    const bad = await tryToWrite(james, group, { images: [{ image: Buffer.from('x').toString('base64') }] });
    assert.deepEqual([bad.status, Object.keys(bad.fieldErrors ?? {})], [400, ['images.0.image']]);
    assert.equal((await tryToWrite(sam, group, { images })).status, 403);
    await runWhileNewPostsFail(app, async () => assert.equal((await tryToWrite(james, group, { images })).status, 500));
    assert.equal(await countPictures(app), pictures);
    assert.deepEqual(listTexts(await openFez(james, group)), []);
  });

  test('reports all errors in text and pictures at once, by full path', async () => {
    const images = [{ filename: 'x'.repeat(256) }];
    const response = await tryToWrite(james, await createFez(james, groupFields), { text: '', images });
    assert.deepEqual(
      [response.status, Object.keys(response.fieldErrors ?? {}).sort()],
      [400, ['images.0.filename', 'text']],
    );
  });

  const rejections: [string, Fields, string?][] = [
    ['without text', { text: '' }, 'text'],
    ['of 2048 characters', { text: 'x'.repeat(2048) }, 'text'],
    ['of 26 lines', { text: 'x\r\n'.repeat(25) }, 'text'],
    ['without a list of images', { images: undefined }, 'images'],
  ];
  for (const [how, fields, field] of rejections) {
    test(`${how} is rejected`, async () => {
      const response = await tryToWrite(james, await createFez(james, groupFields), fields);
      assert.equal(response.status, 400);
      assert.deepEqual(Object.keys(response.fieldErrors ?? {}), field ? [field] : []);
    });
  }

  test('of 25 lines and one of 2047 characters are accepted', async () => {
    const group = await createFez(james, groupFields);
    for (const text of ['x\r\n'.repeat(24), 'x'.repeat(2047)]) await writePost(james, group, text);
  });

  test('in a personal event is rejected', async () => {
    assert.equal((await tryToWrite(james, await createFez(james, ownEventFields))).status, 400);
  });

  test('is 403 for non-members who see the group, and 404 for users who don’t', async () => {
    assert.equal((await tryToWrite(sam, await createFez(james, groupFields))).status, 403);
    const chat = await createFez(james, {}, [heidi]);
    for (const user of [sam, moderator]) assert.equal((await tryToWrite(user, chat)).status, 404);
  });

  test('can come from moderators wherever they read along', async () => {
    const group = await createFez(james, groupFields);
    assert.equal((await tryToWrite(moderator, group)).status, 200);
    assert.deepEqual(getPostCounts(await openFez(moderator, group)), [1, 1]);
  });

  test('is rejected for users who can’t write', async () => {
    const silenced = await app.newcomer('silenced-writer');
    await quarantine(moderator, silenced);
    for (const user of [await app.atLevel('unverified'), await app.atLevel('quarantined'), silenced]) {
      const group = await createFez(james, groupFields, [user]);
      assert.equal((await tryToWrite(user, group)).status, 403);
    }
  });

  test('is checked in this order: body, writer, fez, then pictures and membership', async () => {
    const pictures = [toUpload(await createPicture()), toUpload(await createPicture())];
    const chat = await createFez(james, {}, [heidi]);
    const unverified = await app.atLevel('unverified');
    assert.equal((await tryToWrite(unverified, chat, { text: '' })).status, 400);
    assert.equal((await tryToWrite(unverified, chat)).status, 403);
    assert.equal((await tryToWrite(sam, chat, { images: pictures })).status, 404);
    const group = await createFez(james, groupFields);
    assert.equal((await tryToWrite(sam, group, { images: pictures })).status, 400);
    assert.equal((await tryToWrite(sam, { ...group, fezID: sam.userID })).status, 404);
    assert.equal((await tryToWrite(sam, { ...group, fezID: 'chess' })).status, 400);
  });

  test('is 404 after leaving a private event, and rejected after leaving a group', async () => {
    const [event, group] = [await createFez(james, eventFields, [heidi]), await createFez(james, groupFields, [heidi])];
    for (const fez of [event, group]) await leave(heidi, fez);
    assert.equal((await tryToWrite(heidi, event)).status, 404);
    assert.equal((await tryToWrite(heidi, group)).status, 403);
  });

  test('can come from a shared account’s team in their own names, even in a closed chat', async () => {
    const shared = await james.get(usersApi.find, { params: { searchString: 'moderator' } });
    const chat = await james.get(fezApi.create, { body: { ...chatFields, initialUsers: [shared.userID] } });
    assert.equal((await writePost(moderator, chat, 'myself')).author.username, moderator.username);
    assert.equal((await writePost(moderator, chat, 'us', { postAsModerator: true })).author.username, 'moderator');
    assert.deepEqual(getPostCounts(await openFez(james, chat)), [2, 0]);
  });

  for (const lineBreak of ['\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
    test(`counts ${JSON.stringify(lineBreak)} as the end of a line`, async () => {
      const group = await createFez(james, groupFields);
      assert.equal((await tryToWrite(james, group, { text: lineBreak.repeat(25) })).status, 400);
      assert.equal((await tryToWrite(james, group, { text: lineBreak.repeat(24) })).status, 200);
    });
  }
});

test('while seamail is switched off, chats don’t exist for any user, but groups do', async () => {
  const chat = await createFez(james, {}, [heidi]);
  const group = await createFez(james, groupFields);
  const admin = await app.logIn('admin');
  const setSeamail = (disabled: boolean) =>
    admin.send('POST', '/api/v3/admin/serversettings/update', {
      body: disabled
        ? { disableFeatures: [{ app: 'all', feature: 'seamail' }] }
        : { enableFeatures: [{ app: 'all', feature: 'seamail' }] },
    });
  await setSeamail(true);
  assert.equal((await tryToOpenFez(james, chat)).status, 451);
  assert.equal((await james.call(fezApi.create, { body: { ...chatFields, fezType: 'open' } })).status, 451);
  assert.equal((await tryToOpenFez(james, group)).status, 200);
  await setSeamail(false);
  assert.equal((await tryToOpenFez(james, chat)).status, 200);
});
