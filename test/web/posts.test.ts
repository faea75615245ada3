import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reactions } from '#core/posts/records.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { startTestApp } from '../support/app.ts';
import { browse } from '../support/browse.ts';
import { createPicture } from '../support/pictures.ts';

const app = await startTestApp();
const ada = await app.newcomer('ada');
const bob = await app.newcomer('bob');
const [adaBrowser, bobBrowser] = [browse(app, ada), browse(app, bob)];
const categories = await ada.get(forumsApi.categories);
const category = categories.find(({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory);

const picture = async () => new Blob([new Uint8Array(await createPicture())], { type: 'image/png' });

/** Ada starts a thread with its form. */
async function startThread(text: string) {
  const { location = '' } = await adaBrowser.send(`/forums/${category?.categoryID}/new`, {
    action: 'create',
    title: 'About the sea',
    text,
    images: await picture(),
  });
  const forumID = location.replace('/forums/thread/', '');
  const { posts } = await ada.get(forumsApi.read, { params: { forumID } });
  return { forumID, path: location, post: posts[0] };
}

describe('a post of a forum', () => {
  test('is created with pictures and edited: kept pictures stay, new ones are added', async () => {
    const { post } = await startThread('First words');
    assert.equal(post?.images?.length, 1);
    const path = `/forums/post/${post?.postID}`;
    const form = await adaBrowser.open(`${path}/edit`);
    assert.match(form.body, /First words<\/textarea>/);
    assert.match(form.body, new RegExp(`name="keep\\[\\]" value="${post?.images?.[0]}" checked`));
    const kept = { action: 'save', text: 'Better words', 'keep[]': [post?.images?.[0] ?? ''], images: await picture() };
    assert.equal((await adaBrowser.send(`${path}/edit`, kept)).location, path);
    const more = await ada.get(forumsApi.readPost, { params: { postID: post?.postID ?? 0 } });
    assert.equal(more.text, 'Better words');
    assert.equal(more.images?.length, 2);
    await adaBrowser.send(`${path}/edit`, { action: 'save', text: 'Better words' });
    assert.deepEqual((await ada.get(forumsApi.readPost, { params: { postID: post?.postID ?? 0 } })).images, []);
  });

  test('can’t be edited by others, whose typed text isn’t lost', async () => {
    const { post } = await startThread('Mine alone');
    const path = `/forums/post/${post?.postID}/edit`;
    const sent = await bobBrowser.send(path, { action: 'save', text: 'Not yours' });
    assert.equal(sent.status, 403);
    assert.match(sent.body, /role="alert"[\s\S]*Not yours<\/textarea>/);
  });

  test('is deleted', async () => {
    const { path } = await startThread('Stays');
    const { location = '' } = await adaBrowser.send(path, { action: 'post', text: 'Goes' });
    const postID = location.split('#p')[1];
    assert.equal((await adaBrowser.send(`/forums/post/${postID}/edit`, { delete: '' })).location, '/forums');
    assert.doesNotMatch((await adaBrowser.open(path)).body, /Goes/);
  });

  test('can be reacted to and bookmarked in place, and found again', async () => {
    const { path, post } = await startThread('Worth a heart');
    const postID = String(post?.postID);
    assert.equal((await bobBrowser.send(path, { love: postID })).location, `${path}#p${postID}`);
    await bobBrowser.send(path, { bookmark: postID });
    assert.match((await bobBrowser.open('/forums/posts?which=bookmarks')).body, /Worth a heart/);
    assert.match((await bobBrowser.open('/forums/posts?which=reactions')).body, /Worth a heart/);
    assert.match((await adaBrowser.open(`/forums/post/${postID}`)).body, /<dt>Loved by<\/dt><dd><a[^>]*>bob</);
    await bobBrowser.send(path, { unreact: postID });
    assert.doesNotMatch((await bobBrowser.open('/forums/posts?which=reactions')).body, /Worth a heart/);
  });

  test('is shown to each viewer with their own state, and up to date', async () => {
    const { path, post } = await startThread('Seen by both');
    const postID = String(post?.postID);
    const look = async () => [(await adaBrowser.open(path)).body, (await bobBrowser.open(path)).body] as const;
    const like = (isPressed: boolean) => new RegExp(`value="${postID}" aria-pressed="${isPressed}" aria-label="Like"`);
    for (const [hers, his] of [await look(), await look()]) {
      assert.match(hers, new RegExp(`href="/forums/post/${postID}/edit"`));
      assert.doesNotMatch(hers, new RegExp(`href="/report/post/${postID}`));
      assert.match(his, new RegExp(`href="/report/post/${postID}`));
      assert.doesNotMatch(his, new RegExp(`href="/forums/post/${postID}/edit"`));
    }
    await bobBrowser.send(path, { like: postID });
    const [hers, his] = await look();
    assert.match(hers, like(false));
    assert.match(his, like(true));
    for (const body of [hers, his]) assert.match(body, /1 reaction/);
    await adaBrowser.send(`/forums/post/${postID}/edit`, { action: 'save', text: 'Changed for both' });
    for (const body of await look()) assert.match(body, /Changed for both/);
    assert.match((await bobBrowser.open(`${path}?start=0`)).body, /back=%2Fforums%2Fthread%2F[^"]*start%3D0/);
  });

  test('shows the day with its time from the next day on', async () => {
    const { path } = await startThread('Written the day before');
    const timeOfPost = /<a class="no" href="\/forums\/post\/\d+"><time [^>]*>([^<]*)</;
    const [, today = ''] = timeOfPost.exec((await adaBrowser.open(path)).body) ?? [];
    assert.match(today, /^\d\d:\d\d$/);
    app.clock.advance({ days: 1 });
    const [, tomorrow = ''] = timeOfPost.exec((await adaBrowser.open(path)).body) ?? [];
    assert.match(tomorrow, new RegExp(`^\\w{3} ${today}$`));
  });

  test('that mentions someone shows in their badge until they read it', async () => {
    const { path } = await startThread('Hello');
    await bobBrowser.send(path, { action: 'post', text: 'What do you say, @ada?' });
    const badge = /Mentions <span class="badge">1/;
    assert.match((await adaBrowser.open('/forums')).body, badge);
    assert.match((await adaBrowser.open('/forums/posts?which=mentions')).body, /href="\/people\/named\/ada"/);
    assert.doesNotMatch((await adaBrowser.open('/forums')).body, badge);
  });

  test('is in the user’s lists, which link to its place', async () => {
    const { forumID, post } = await startThread('A lighthouse keeper’s tale');
    assert.match((await bobBrowser.open('/forums/posts?search=lighthouse')).body, /keeper/);
    assert.match((await bobBrowser.open(`/forums/search?of=${ada.userID}`)).body, /About the sea/);
    const { location } = await bobBrowser.open(`/forums/post/${post?.postID}/thread`);
    assert.equal(location, `/forums/thread/${forumID}?start=0#p${post?.postID}`);
  });
});

test('posts are pinned by the thread’s creator and moderators, and listed together', async () => {
  const { path, post } = await startThread('What to know');
  const postID = String(post?.postID);
  const button = (name: string) => new RegExp(`name="${name}" value="${postID}"`);
  assert.doesNotMatch((await bobBrowser.open(path)).body, button('pin'));
  assert.equal((await bobBrowser.send(path, { pin: postID })).status, 403);
  assert.match((await bobBrowser.open(`${path}/pinned`)).body, /No pinned posts/);
  assert.equal((await adaBrowser.send(path, { pin: postID })).location, `${path}#p${postID}`);
  const seen = (await bobBrowser.open(path)).body;
  assert.match(seen, new RegExp(`class="post pinned[^"]*" id="p${postID}"`));
  assert.match(seen, new RegExp(`href="${path}/pinned"`));
  assert.match((await bobBrowser.open(`${path}/pinned`)).body, /What to know/);
  const moderators = browse(app, await app.atLevel('moderator'));
  assert.match((await moderators.open(path)).body, button('unpin'));
  await moderators.send(path, { unpin: postID });
  assert.match((await adaBrowser.open(path)).body, button('pin'));
});

test('a thread can be renamed by its creator, and followed and muted by anyone', async () => {
  const { path } = await startThread('Ask me');
  await adaBrowser.send(path, { action: 'rename', title: 'Ask me anything' });
  assert.match((await bobBrowser.open(path)).body, /<h1>Ask me anything<\/h1>/);
  assert.doesNotMatch((await bobBrowser.open(path)).body, /name="title"/);
  await bobBrowser.send(path, { follow: '' });
  assert.match((await bobBrowser.open('/forums/threads?which=favorites')).body, /Ask me anything/);
  // The button has no form that could show this.
  assert.match((await bobBrowser.send(path, { mute: '' })).body, /role="alert"/);
  await bobBrowser.send(path, { unfollow: '' });
  await bobBrowser.send(path, { mute: '' });
  assert.match((await bobBrowser.open('/forums/threads?which=mutes')).body, /Ask me anything/);
});

describe('a post of the feed', () => {
  test('can be created, replied to, edited and found', async () => {
    await adaBrowser.send('/feed', { action: 'post', text: 'Dolphins on starboard' });
    const [post] = await ada.get(microblogApi.feed);
    const path = `/feed/${post?.postID}`;
    const { location = '' } = await bobBrowser.send(path, { action: 'post', text: 'Seen them, @ada' });
    assert.match(location, new RegExp(`^${path}#p\\d+$`));
    assert.match((await adaBrowser.open(path)).body, /Dolphins[\s\S]*In this conversation[\s\S]*Seen them/);
    assert.match((await adaBrowser.open('/feed?which=mentions')).body, /Seen them/);
    assert.doesNotMatch((await adaBrowser.open('/feed?which=own')).body, /Seen them/);
    await adaBrowser.send(`${path}/edit`, { action: 'save', text: 'Whales on starboard' });
    assert.match((await bobBrowser.open(`/feed?of=${ada.userID}`)).body, /Whales/);
    await adaBrowser.send(`${path}/edit`, { delete: '' });
    assert.equal((await bobBrowser.open(path)).status, 404);
  });
});

describe('the buttons of reactions', () => {
  /** Returns what the reaction buttons of a post do, and whether they're pressed. */
  const findButtons = (body: string, postID: string) =>
    [...body.matchAll(/class="react" name="(\w+)" value="(\d+)" aria-pressed="(\w+)"/g)]
      .filter(([, , value]) => value === postID)
      .map(([, name, , isPressed]) => [name, isPressed === 'true']);

  async function assertEachWorks(place: string, pageOfPost: string, postID: string): Promise<void> {
    const names = findButtons((await bobBrowser.open(place)).body, postID).map(([name]) => String(name));
    assert.deepEqual(new Set(names), new Set(reactions));
    for (const name of names) {
      await bobBrowser.send(place, { [name]: postID });
      const expected = names.map((other) => (other === name ? ['unreact', true] : [other, false]));
      assert.deepEqual(findButtons((await bobBrowser.open(place)).body, postID), expected);
      assert.equal(
        (await bobBrowser.open(pageOfPost)).body.match(/<dd><a[^>]*>bob</g)?.length,
        1,
        `${name} names bob once`,
      );
      await bobBrowser.send(place, { unreact: postID });
    }
  }

  test('of a forum post each add their reaction', async () => {
    const { path, post } = await startThread('For every reaction');
    await assertEachWorks(path, `/forums/post/${post?.postID}`, String(post?.postID));
  });

  test('of a feed post each add their reaction', async () => {
    await adaBrowser.send('/feed', { action: 'post', text: 'For every reaction' });
    const [post] = await ada.get(microblogApi.feed);
    await assertEachWorks('/feed', `/feed/${post?.postID}`, String(post?.postID));
  });
});

test('a category in which the viewer can’t start threads has no button for it', async () => {
  const restricted = categories.find(({ isRestricted }) => isRestricted);
  const path = (categoryID = '') => `/forums/${categoryID}`;
  assert.match((await adaBrowser.open(path(category?.categoryID))).body, /New thread/);
  const { status, body } = await adaBrowser.open(path(restricted?.categoryID));
  assert.equal(status, 200);
  assert.doesNotMatch(body, /New thread/);
});
