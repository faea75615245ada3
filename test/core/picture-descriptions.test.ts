import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { transact } from '#area/context.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { profileModeration, profilesApi } from '#core/profiles/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { registerFullText } from '#db/full-text.ts';
import { dailyThemesApi } from '#features/daily-themes/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { forumPostModeration } from '#features/forums/moderation/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { performersApi } from '#features/performers/api.ts';
import { photoModeration, photostreamApi } from '#features/photostream/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { findInconsistencies } from '../../src/app/verify.ts';
import { startTestApp, type User } from '../support/app.ts';
import { createPicture, toUpload } from '../support/pictures.ts';
import { openSocket } from '../support/socket.ts';

const app = await startTestApp();
const [james, heidi, admin] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('admin')];
const moderator = await app.atLevel('moderator');
const plainUpload = toUpload(await createPicture({ width: 40, height: 30 }));
const withDescription = (description: string) => ({ ...plainUpload, description });
const disabledFeatures = [{ app: 'all', feature: 'picturedescriptions' as const }];
const switchOff = () => admin.get(adminApi.changeServerSettings, { body: { disableFeatures: disabledFeatures } });
const switchOn = () => admin.get(adminApi.changeServerSettings, { body: { enableFeatures: disabledFeatures } });

type Upload = { image?: string; filename?: string; description?: string };

const category = (await james.get(forumsApi.categories)).find(({ isRestricted }) => !isRestricted);
const { forumID } = await james.get(forumsApi.create, {
  params: { categoryID: category?.categoryID ?? '' },
  body: { title: 'Pictures', firstPost: { text: 'Show yours', images: [] } },
});
const postInForum = (user: User, text: string, ...images: Upload[]) =>
  user.get(forumsApi.post, { params: { forumID }, body: { text, images } });
const readForumPost = (user: User, postID: number) => user.get(forumsApi.readPost, { params: { postID } });
const feed = (user: User, text: string, ...images: Upload[]) =>
  user.get(microblogApi.create, { body: { text, images } });

async function startChat(): Promise<string> {
  const content = { fezType: 'gaming', info: 'with pictures', minCapacity: 0, maxCapacity: 0, initialUsers: [] };
  const times = { startTime: '2026-11-25T20:00:00Z', endTime: '2026-11-25T21:00:00Z', location: 'Deck 5' };
  const body = { ...content, ...times, title: 'A group' } as const;
  const { fezID } = await james.get(fezApi.create, { body });
  await heidi.get(fezApi.join, { params: { fezID } });
  return fezID;
}

describe('a description (core rule 131)', () => {
  test('is trimmed, has several lines, and a blank one counts as none', async () => {
    const [post, blank] = [
      await postInForum(james, 'one', withDescription('  A cat,\r\nasleep \n')),
      await postInForum(james, 'two', withDescription(' \n ')),
    ];
    assert.deepEqual(post.imageDescriptions, ['A cat,\nasleep']);
    assert.ok(!('imageDescriptions' in blank));
  });

  test('has at most 500 characters, and the error names its path', async () => {
    const [longest, tooLong] = ['é'.repeat(500), 'é'.repeat(501)];
    assert.deepEqual((await feed(james, 'longest', withDescription(longest))).imageDescriptions, [longest]);
    const body = { text: 'too long', images: [plainUpload, withDescription(tooLong)] };
    const { status, body: error } = await james.send('POST', '/api/v3/microblog/create', { body });
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(error.fieldErrors), ['images.1.description']);
  });

  test('stays with its picture: a later one is ignored, and posts that name the picture show it', async () => {
    const { postID, images = [] } = await postInForum(james, 'first', withDescription('A red ship'));
    const kept = { filename: images[0] ?? '', description: 'A blue ship' };
    const body = { text: 'changed', images: [kept, plainUpload] };
    const edited = await james.get(forumsApi.updatePost, { params: { postID }, body });
    assert.deepEqual(edited.imageDescriptions, ['A red ship', '']);
    assert.deepEqual((await feed(heidi, 'seen there', kept)).imageDescriptions, ['A red ship']);
    const added = await james.get(forumsApi.addPicture, { params: { postID }, body: withDescription('A harbour') });
    assert.deepEqual(added.imageDescriptions, ['A red ship', '', 'A harbour']);
  });
});

describe('records (core rule 132)', () => {
  test('have descriptions next to pictures, and nothing more without any', async () => {
    const [post, none] = [
      await feed(james, 'with', plainUpload, withDescription('A pool')),
      await feed(james, 'without', plainUpload),
    ];
    assert.deepEqual(post.imageDescriptions, ['', 'A pool']);
    const shown = await heidi.get(microblogApi.feed);
    const keys = (postID: number) => Object.keys(shown.find((one) => one.postID === postID) ?? {});
    assert.ok(keys(post.postID).includes('imageDescriptions'));
    assert.ok(!keys(none.postID).includes('imageDescriptions'));
    assert.deepEqual((await heidi.get(microblogApi.read, { params: { postID: post.postID } })).imageDescriptions, [
      '',
      'A pool',
    ]);
  });

  test('of chats have them in lists and frames, live and replayed', async () => {
    const fezID = await startChat();
    const socket = await openSocket(app.url, `/api/v3/fez/${fezID}/socket?since=0`, heidi.token);
    const body = { text: 'look', images: [withDescription('Two dice')] };
    const { imageDescription } = await james.get(fezApi.post, { params: { fezID }, body });
    await james.get(fezApi.post, { params: { fezID }, body: { text: 'plain', images: [plainUpload] } });
    await socket.next((frame) => frame.text === 'plain');
    const again = await openSocket(app.url, `/api/v3/fez/${fezID}/socket?since=0`, heidi.token);
    await again.next((frame) => frame.text === 'plain');
    for (const { frames } of [socket, again]) {
      const described = frames.filter((frame) => 'imageDescription' in frame);
      assert.deepEqual(
        described.map((frame) => [frame.text, frame.imageDescription]),
        [['look', 'Two dice']],
      );
    }
    for (const one of [socket, again]) one.close();
    const { members } = await heidi.get(fezApi.read, { params: { fezID } });
    assert.deepEqual(
      [imageDescription, ...(members?.posts ?? []).map((post) => post.imageDescription)],
      ['Two dice', 'Two dice', undefined],
    );
  });

  test('of photos, themes, performers and profiles have them, headers don’t', async () => {
    const createdAt = app.clock.now().toISOString();
    // Short enough for an example in the API document.
    const image = 'R0lGODlhAQABAIAAABJsqPPZWywAAAAAAQABAAACAkQBADs=';
    const description = 'The horizon at noon, with a single sail.';
    const photo = { image, description, createdAt, locationName: 'Ashore' } as const;
    assert.equal((await james.get(photostreamApi.upload, { body: photo })).imageDescription, description);
    assert.equal((await heidi.get(photostreamApi.list)).photos[0]?.imageDescription, description);
    const theme = { title: 'Stripes', info: 'Wear stripes', cruiseDay: 2, image: withDescription('A striped shirt') };
    await admin.get(dailyThemesApi.create, { body: theme });
    const themes = await heidi.get(dailyThemesApi.list);
    assert.deepEqual(
      themes.flatMap(({ imageDescription }) => imageDescription ?? []),
      ['A striped shirt'],
    );
    const performer = { name: 'The Band', isOfficialPerformer: true, yearsAttended: [], eventUIDs: [] };
    await admin.get(performersApi.savePerformer, { body: { ...performer, photo: withDescription('Four people') } });
    const [header] = (await heidi.get(performersApi.officialPerformers, { query: { search: 'The Band' } })).performers;
    const profile = await heidi.get(performersApi.performer, { params: { performer_id: header?.id ?? '' } });
    assert.equal(profile.photoDescription, 'Four people');
    const own = await james.get(profilesApi.setAvatar, { body: withDescription('James with a hat') });
    const read = await heidi.get(profilesApi.readProfile, { params: { userID: james.userID } });
    assert.equal(read.imageDescription, 'James with a hat');
    assert.ok(!JSON.stringify([own, header, read.header]).includes('escription'));
  });
});

test('while the feature is off, descriptions are ignored and absent for everyone (core rule 133)', async () => {
  const { postID } = await postInForum(james, 'before', withDescription('Seen before'));
  const seenBy = async (user: User, id = postID) => (await readForumPost(user, id)).imageDescriptions;
  const list = async () =>
    (await heidi.get(forumsApi.read, { params: { forumID } })).posts.find((one) => one.postID === postID);
  assert.deepEqual((await list())?.imageDescriptions, ['Seen before']);
  await switchOff();
  assert.ok(!('imageDescriptions' in ((await list()) ?? {})));
  assert.deepEqual([await seenBy(heidi), await seenBy(admin)], [undefined, undefined]);
  const during = await postInForum(james, 'during', withDescription('Never stored'));
  assert.ok(!('imageDescriptions' in during));
  await switchOn();
  assert.deepEqual((await list())?.imageDescriptions, ['Seen before']);
  assert.deepEqual([await seenBy(heidi), await seenBy(heidi, during.postID)], [['Seen before'], undefined]);
});

test('a review hides descriptions, and moderators read them, earlier ones too (core rule 134)', async () => {
  const { postID } = await postInForum(james, 'rude', withDescription('A rude gesture'));
  await james.get(forumsApi.updatePost, {
    params: { postID },
    body: { text: 'kind', images: [withDescription('A hand')] },
  });
  const inState = (state: string) => moderator.send('POST', `/api/v3/mod/forumpost/${postID}/setstate/${state}`);
  await inState('quarantined');
  assert.ok(!('imageDescriptions' in (await readForumPost(heidi, postID))));
  const desk = await moderator.get(forumPostModeration.readEndpoint, { params: { postID } });
  assert.deepEqual(
    [desk.forumPost.imageDescriptions, ...desk.edits.map(({ imageDescriptions }) => imageDescriptions)],
    [['A hand'], ['A rude gesture']],
  );
  await inState('normal');
  assert.deepEqual((await readForumPost(heidi, postID)).imageDescriptions, ['A hand']);
  await heidi.get(profilesApi.setAvatar, { body: withDescription('Heidi up close') });
  await heidi.get(profilesApi.setAvatar, { body: withDescription('Heidi from afar') });
  const profile = await moderator.get(profileModeration.readEndpoint, { params: { userID: heidi.userID } });
  assert.equal(profile.imageDescription, 'Heidi from afar');
  assert.deepEqual(
    profile.edits.flatMap(({ profileImageDescription }) => profileImageDescription ?? []),
    ['Heidi up close'],
  );
  const createdAt = app.clock.now().toISOString();
  const photo = { ...withDescription('Gone tomorrow'), createdAt, locationName: 'Ashore' } as const;
  const { postID: photoID } = await heidi.get(photostreamApi.upload, { body: photo });
  await moderator.get(photostreamApi.delete, { params: { photo_id: photoID } });
  const deleted = await moderator.get(photoModeration.readEndpoint, { params: { photo_id: photoID } });
  assert.equal(deleted.photo.imageDescription, 'Gone tomorrow');
});

describe('words of descriptions in public posts (core rule 135)', () => {
  const alertsOf = async (user: User, word: string) => {
    const { alertWords } = await user.get(notificationsApi.summary);
    const { forumMentionCount, microblogMentionCount } = alertWords.find(({ alertword }) => alertword === word) ?? {
      ...{ forumMentionCount: 0, microblogMentionCount: 0 },
    };
    return [forumMentionCount, microblogMentionCount];
  };
  const search = async (word: string) =>
    (await heidi.get(forumsApi.searchPosts, { query: { search: word } })).posts.map(({ postID }) => postID);
  const searchFeed = async (word: string) =>
    (await heidi.get(microblogApi.feed, { query: { search: word } })).map(({ postID }) => postID);

  test('count for alert words and searches like the text, also after edits and deletions', async () => {
    const user = await app.newcomer('octopus-friend');
    await user.get(publicTextApi.addAlertWord, { params: { word: 'octopus' } });
    const { postID, images = [] } = await postInForum(james, 'look', withDescription('An octopus in the pool'));
    const other = await feed(james, 'look', withDescription('Octopus salad'));
    assert.deepEqual(await alertsOf(user, 'octopus'), [1, 1]);
    assert.deepEqual([await search('octopus'), await searchFeed('octopus')], [[postID], [other.postID]]);
    const edit = (...kept: Upload[]) =>
      james.get(forumsApi.updatePost, { params: { postID }, body: { text: 'look again', images: kept } });
    await edit({ filename: images[0] ?? '' });
    assert.deepEqual([await alertsOf(user, 'octopus'), await search('octopus')], [[1, 1], [postID]]);
    await edit();
    assert.deepEqual([await alertsOf(user, 'octopus'), await search('octopus')], [[0, 1], []]);
    await james.get(forumsApi.addPicture, { params: { postID }, body: withDescription('The octopus again') });
    assert.deepEqual([await alertsOf(user, 'octopus'), await search('octopus')], [[1, 1], [postID]]);
    await james.get(microblogApi.delete, { params: { postID: other.postID } });
    assert.deepEqual([await alertsOf(user, 'octopus'), await searchFeed('octopus')], [[1, 0], []]);
  });

  test('hide a post that a mute word is in', async () => {
    const user = await app.newcomer('no-spiders');
    const [{ postID }, other] = [
      await postInForum(james, 'eek', withDescription('A big spider')),
      await feed(james, 'eek', withDescription('A small spider')),
    ];
    await user.get(publicTextApi.addMuteWord, { params: { word: 'spider' } });
    const { posts } = await user.get(forumsApi.read, { params: { forumID } });
    assert.ok(posts.every((post) => post.postID !== postID));
    assert.ok((await user.get(microblogApi.feed)).every((post) => post.postID !== other.postID));
    assert.equal((await user.call(microblogApi.read, { params: { postID: other.postID } })).status, 404);
  });

  test('count for nothing while the feature is off, as no one sees them', async () => {
    const user = await app.newcomer('walrus-friend');
    await user.get(publicTextApi.addAlertWord, { params: { word: 'walrus' } });
    const { postID, images = [] } = await postInForum(james, 'look', withDescription('A walrus'));
    const said = await postInForum(james, 'Walrus!', withDescription('A walrus again'));
    const other = await feed(james, 'look', withDescription('Walrus'));
    const searchThreads = async () =>
      (await heidi.get(forumsApi.search, { query: { searchposts: 'walrus' } })).forumThreads.length;
    const findAll = async () => [await search('walrus'), await searchFeed('walrus'), await searchThreads()];
    const all = [[said.postID, postID], [other.postID], 1];
    assert.deepEqual(await findAll(), all);
    await switchOff();
    assert.deepEqual(await findAll(), [[said.postID], [], 1]);
    await james.get(forumsApi.deletePost, { params: { postID: said.postID } });
    assert.deepEqual(await findAll(), [[], [], 0]);
    await feed(james, 'the same picture', { filename: images[0] ?? '' });
    const edited = { text: 'look there', images: [{ filename: images[0] ?? '' }] };
    await james.get(forumsApi.updatePost, { params: { postID }, body: edited });
    assert.deepEqual(await alertsOf(user, 'walrus'), [1, 1]);
    await user.get(publicTextApi.addMuteWord, { params: { word: 'walrus' } });
    assert.equal((await user.call(microblogApi.read, { params: { postID: other.postID } })).status, 200);
    await switchOn();
    assert.equal((await user.call(microblogApi.read, { params: { postID: other.postID } })).status, 404);
    assert.deepEqual((await search('walrus')).length, 1);
    await james.get(forumsApi.updatePost, { params: { postID }, body: { text: 'nothing', images: [] } });
    assert.deepEqual(await alertsOf(user, 'walrus'), [0, 1]);
  });

  test('are found in chats too, unless the feature is off (fez rule 20)', async () => {
    const fezID = await startChat();
    await james.get(fezApi.post, { params: { fezID }, body: { text: 'look', images: [withDescription('A narwhal')] } });
    const findChats = async () =>
      (await heidi.get(fezApi.joined, { query: { search: 'narwhals' } })).fezzes.map((fez) => fez.fezID);
    assert.deepEqual(await findChats(), [fezID]);
    await switchOff();
    assert.deepEqual(await findChats(), []);
    await switchOn();
    assert.deepEqual(await findChats(), [fezID]);
  });

  test('cost searches nothing where posts have none: comparing a text alone takes longest', async () => {
    const compared: unknown[] = [];
    // SQLite tells functions apart by their number of arguments.
    app.context.db.sqlite.function('matches_words', (text: unknown, _words: unknown) => compared.push(text));
    await postInForum(james, 'a plain porpoise');
    await feed(james, 'a plain porpoise', plainUpload);
    await james.get(fezApi.post, { params: { fezID: await startChat() }, body: { text: 'a porpoise', images: [] } });
    const countFound = async () => [
      (await search('porpoise')).length,
      (await searchFeed('porpoise')).length,
      (await heidi.get(forumsApi.search, { query: { searchposts: 'porpoise' } })).forumThreads.length,
      (await heidi.get(fezApi.joined, { query: { search: 'porpoise' } })).fezzes.length,
    ];
    assert.deepEqual(await countFound(), [1, 1, 1, 1]);
    await switchOff();
    assert.deepEqual(await countFound(), [1, 1, 1, 1]);
    await switchOn();
    assert.deepEqual(compared, []);
    registerFullText(app.context.db.sqlite);
  });

  test('don’t count as mentions and hashtags', async () => {
    const count = async () => {
      const { forumMentionCount, microblogMentionCount } = await heidi.get(notificationsApi.summary);
      return [forumMentionCount, microblogMentionCount];
    };
    const before = await count();
    const { postID } = await postInForum(james, 'tags', withDescription('@heidi under #stars'));
    await feed(james, 'tags', withDescription('@heidi under #stars'));
    assert.deepEqual(await count(), before);
    const tagged = await heidi.get(forumsApi.searchPosts, { query: { hashtag: 'stars' } });
    assert.ok(tagged.posts.every((post) => post.postID !== postID));
  });
});

describe('verify (core rule 137)', () => {
  test('finds nothing wrong after all of this', async () => {
    assert.deepEqual(await findInconsistencies(app.context), []);
  });

  test('reports a description of a picture that is gone, unless moderators have the thumbnail', async () => {
    const name = `${randomUUID()}.jpg`;
    const insert = "INSERT INTO picture_descriptions (name, text) VALUES (?, 'A ghost')";
    transact(app.context, ({ db }) => void db.sqlite.prepare(insert).run(name));
    assert.deepEqual(
      (await findInconsistencies(app.context)).map(({ what }) => what),
      [`description of picture ${name}`],
    );
    await app.context.pictures.archive.save(name, await createPicture());
    assert.deepEqual(await findInconsistencies(app.context), []);
    await rm(app.context.pictures.archive.path(name));
    transact(
      app.context,
      ({ db }) => void db.sqlite.prepare('DELETE FROM picture_descriptions WHERE name = ?').run(name),
    );
  });

  test('compares the words to search for with the descriptions, and repairs them', async () => {
    const { postID } = await postInForum(james, 'index', withDescription('A lighthouse'));
    transact(
      app.context,
      ({ db }) => void db.sqlite.prepare("UPDATE forum_posts_text SET text = 'index' WHERE rowid = ?").run(postID),
    );
    const found = await findInconsistencies(app.context);
    assert.deepEqual(
      found.map(({ what }) => what),
      [`words to search for of row ${postID} in forum_posts_text`],
    );
    await app.runJob('check-consistency');
    assert.deepEqual(await findInconsistencies(app.context), []);
  });
});
