import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { microblogApi } from '#features/microblog/api.ts';
import { moderationApi } from '../../support/moderation.ts';
import { createPicture, toUpload } from '../../support/pictures.ts';
import { postParams, readFeed, startAppWithUsers, tryToReply, tryToWrite, updatePost, write } from './support.ts';

const { app, james, heidi, moderator } = await startAppWithUsers();
const picture = toUpload(await createPicture());
const readStored = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ filename: `00000000-0000-4000-8000-00000000000${index}.jpg` }));

test('a new post is returned completely, and is the newest in everyone’s feed (forums rules B8 and B69)', async () => {
  const response = await tryToWrite(james, 'hello');
  assert.equal(response.status, 201);
  const { postID, createdAt, ...rest } = response.body;
  assert.equal(createdAt, app.clock.now().toISOString());
  assert.deepEqual(rest, {
    author: { userID: james.userID, username: 'james' },
    text: 'hello',
    images: [],
    isBookmarked: false,
    likeCount: 0,
  });
  assert.deepEqual((await readFeed(heidi, { limit: 1 }))[0], response.body);
  const next = await write(james, 'and more');
  assert.ok(next.postID > postID);
});

describe('the text (forums, Validation)', () => {
  test('has 1 to 2047 characters and up to 25 lines', async () => {
    for (const [text, status] of [
      ['', 400],
      ['x'.repeat(2047), 201],
      ['x'.repeat(2048), 400],
      [Array.from({ length: 25 }, () => 'x').join('\r\n'), 201],
      [Array.from({ length: 26 }, () => 'x').join('\u2028'), 400],
    ] as const) {
      const response = await tryToWrite(james, text);
      assert.equal(response.status, status, JSON.stringify(text.slice(0, 40)));
      if (status === 400) assert.ok(response.fieldErrors?.text);
    }
  });

  test('is stored unchanged, except CRLF (forums rule B28)', async () => {
    const hostile = ' <script>alert(1)</script> \u202eabc\u0301 \' OR 1=1 -- "*" \r lone CR ';
    assert.equal((await write(james, hostile)).text, hostile);
    assert.equal((await write(james, 'one\r\ntwo')).text, 'one\ntwo');
  });

  test('and images are required; unknown keys are ignored (forums rule B4)', async () => {
    assert.equal((await james.call(microblogApi.create, { body: { text: 'x' } })).status, 400);
    assert.equal((await james.call(microblogApi.create, { body: { images: [] } })).status, 400);
    const images = [{ ...readStored(1)[0], _image: 'private' }];
    assert.equal((await tryToWrite(james, 'x', { images, anythingElse: true })).status, 201);
  });
});

describe('pictures (forums rule B26)', () => {
  test('are limited to four, or eight for photographers', async () => {
    assert.equal((await write(james, 'four', { images: readStored(4) })).images?.length, 4);
    const tooMany = await tryToWrite(james, 'five', { images: readStored(5) });
    assert.equal(tooMany.status, 400);
    assert.deepEqual(Object.keys(tooMany.fieldErrors ?? {}), ['images']);
    const photographer = await app.newcomer('photographer');
    const admin = await app.logIn('admin');
    await admin.send('POST', `/api/v3/admin/userroles/shutternaut/addrole/${photographer.userID}`);
    assert.equal((await tryToWrite(photographer, 'eight', { images: readStored(8) })).status, 201);
    assert.equal((await tryToWrite(photographer, 'nine', { images: readStored(9) })).status, 400);
  });

  test('are stored in order; empty entries are skipped', async () => {
    const [known] = readStored(1);
    const { images = [] } = await write(james, 'two', { images: [picture, {}, known] });
    assert.equal(images.length, 2);
    assert.equal(images[1], known?.filename);
    const response = await heidi.send('GET', `/api/v3/image/full/${images[0]}`);
    assert.equal(response.status, 200);
  });

  test('that can’t be decoded are 400 under their path', async () => {
    const response = await tryToWrite(james, 'x', { images: [toUpload(Buffer.from('no picture'))] });
    assert.equal(response.status, 400);
    assert.deepEqual(Object.keys(response.fieldErrors ?? {}), ['images.0.image']);
  });
});

test('users who can’t create content can’t post or reply (forums rules B29 and B69)', async () => {
  const post = await write(james, 'for replies');
  for (const level of ['unverified', 'quarantined'] as const) {
    const user = await app.atLevel(level);
    assert.equal((await tryToWrite(user, 'x')).status, 403);
    assert.equal((await tryToReply(user, post, 'x')).status, 403);
    assert.equal((await tryToWrite(user, '')).status, 400, 'what is wrong with the body comes first');
  }
});

describe('posting as a team (forums rule B27)', () => {
  test('is allowed for the team, and logged; for others it’s ignored', async () => {
    const post = await write(moderator, 'from all of us', { postAsModerator: true });
    assert.equal(post.author.username, 'moderator');
    const { actions } = await moderator.get(moderationApi.actionLog);
    const [newest] = actions;
    assert.deepEqual(
      [newest?.actionType, newest?.contentType, newest?.contentID, newest?.targetUser.username],
      ['post', 'microblogPost', String(post.postID), 'moderator'],
    );
    assert.equal((await write(james, 'x', { postAsModerator: true, postAsDevTeam: true })).author.username, 'james');
    const developer = await app.atLevel('devteam');
    assert.equal((await write(developer, 'x', { postAsDevTeam: true })).author.username, 'DevTeam');
  });

  test('is ignored by an update', async () => {
    const post = await write(moderator, 'mine');
    const { body } = await updatePost(moderator, post, 'still mine', { postAsModerator: true });
    assert.equal(body.author.userID, moderator.userID);
  });
});

test('nothing can be read without a login or while the feature is off (forums rules B1 and B2)', async () => {
  assert.equal((await app.anonymous.call(microblogApi.feed)).status, 401);
  const post = await write(james, 'here');
  assert.equal((await app.anonymous.call(microblogApi.read, postParams(post))).status, 401);
});
