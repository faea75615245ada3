import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { fezApi } from '#features/fez/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { microKaraokeApi } from '#features/micro-karaoke/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { photostreamApi } from '#features/photostream/api.ts';
import { quartermasterApi } from '#features/quartermaster/api.ts';
import { adminApi } from '#staff/admin/api.ts';
import { unknownID } from '../support/accounts.ts';
import { startTestApp, type User } from '../support/app.ts';
import { addSong, createSinger } from '../support/clips.ts';
import { moderationApi } from '../support/moderation.ts';
import { createPicture } from '../support/pictures.ts';
import { openSocket } from '../support/socket.ts';

const app = await startTestApp();
const admin = await app.logIn('admin');
const moderator = await app.atLevel('moderator');
const otherUser = await app.newcomer('other');
addSong(app, 'Sea song', { slots: 6 });
const [firstCategory, secondCategory] = (await otherUser.get(forumsApi.categories)).filter(
  ({ isRestricted, isEventCategory }) => !isRestricted && !isEventCategory,
);
const categoryID = firstCategory?.categoryID ?? '';

const quotedWords = 'You are all wrong';
const firstPost = { text: quotedWords, images: [] };
const createThread = (user: User, title = quotedWords) =>
  user.get(forumsApi.create, { params: { categoryID }, body: { title, firstPost } });
const postFeed = (user: User, text = quotedWords) => user.get(microblogApi.create, { body: { text, images: [] } });
const createGroup = (user: User) =>
  user.get(fezApi.create, {
    body: {
      ...{
        fezType: 'gaming',
        title: quotedWords,
        info: quotedWords,
        location: 'Deck 5',
        minCapacity: 0,
        maxCapacity: 0,
      },
      ...{ initialUsers: [], firstPost, startTime: '2025-03-06T20:00:00.000Z', endTime: '2025-03-06T21:00:00.000Z' },
    },
  });

let authorCount = 0;
function createAuthor(): Promise<User> {
  authorCount += 1;
  return app.newcomer(`author-${authorCount}`);
}

/** The chats of an author, each with its title and messages. */
async function readMail(author: User) {
  const { fezzes } = await author.get(fezApi.joined, { query: { type: 'closed' } });
  const chats = await Promise.all(fezzes.map(({ fezID }) => author.get(fezApi.read, { params: { fezID } })));
  return chats.map(({ fezID, title, members }) => ({
    fezID,
    title,
    posts: members?.posts?.map(({ author: { username }, text }) => [username, text]) ?? [],
  }));
}

/**
 * Everything that moderators change about an author's content: the call, its parameters, and the author's notification.
 */
interface ModeratedCall {
  readonly call: Endpoint;
  readonly params: Record<string, string | number>;
  readonly author: User;
  readonly said: string;
  /** The text that the message quotes. */
  readonly quote?: string;
}

const moderationCases: Readonly<
  Record<string, (author: User) => Promise<Omit<ModeratedCall, 'author'> & { author?: User }>>
> = {
  'hiding a thread': async (author) => ({
    call: moderationApi.setForumState,
    params: { forumID: (await createThread(author)).forumID, state: 'quarantined' },
    said: 'The moderators hid your thread.',
    quote: quotedWords,
  }),
  'moving a thread': async (author) => ({
    call: forumsApi.move,
    params: { forumID: (await createThread(author)).forumID, categoryID: secondCategory?.categoryID ?? '' },
    said: 'The moderators moved your thread.',
    quote: quotedWords,
  }),
  'deleting a thread': async (author) => ({
    call: forumsApi.delete,
    params: { forumID: (await createThread(author)).forumID },
    said: 'The moderators deleted your thread.',
    quote: quotedWords,
  }),
  'locking a forum post': async (author) => ({
    call: moderationApi.setForumPostState,
    params: { postID: (await createThread(author)).posts[0]?.postID ?? 0, state: 'locked' },
    said: 'The moderators locked your forum post.',
    quote: quotedWords,
  }),
  'deleting a forum post': async (author) => ({
    call: forumsApi.deletePost,
    params: { postID: (await createThread(author)).posts[0]?.postID ?? 0 },
    said: 'The moderators deleted your forum post.',
    quote: quotedWords,
  }),
  'hiding a feed post': async (author) => ({
    call: moderationApi.setMicroblogPostState,
    params: { postID: (await postFeed(author)).postID, state: 'quarantined' },
    said: 'The moderators hid your post in the feed.',
    quote: quotedWords,
  }),
  'deleting a feed post': async (author) => ({
    call: microblogApi.delete,
    params: { postID: (await postFeed(author)).postID },
    said: 'The moderators deleted your post in the feed.',
    quote: quotedWords,
  }),
  'setting a group to normal': async (author) => ({
    call: moderationApi.setFezState,
    params: { fezID: (await createGroup(author)).fezID, state: 'normal' },
    said: 'The moderators reopened your chat or event.',
    quote: quotedWords,
  }),
  'deleting a group': async (author) => ({
    call: fezApi.delete,
    params: { fezID: (await createGroup(author)).fezID },
    said: 'The moderators deleted your chat or event.',
    quote: quotedWords,
  }),
  'reviewing a message': async (author) => ({
    call: moderationApi.setFezPostState,
    params: { postID: (await createGroup(author)).members?.posts?.[0]?.postID ?? 0, state: 'reviewed' },
    said: 'The moderators checked and kept your message.',
    quote: quotedWords,
  }),
  'deleting a message': async (author) => ({
    call: fezApi.deletePost,
    params: { postID: (await createGroup(author)).members?.posts?.[0]?.postID ?? 0 },
    said: 'The moderators deleted your message.',
    quote: quotedWords,
  }),
  'deleting a message in its chat': async (author) => {
    const { fezID, members } = await createGroup(author);
    const params = { fezID, postID: members?.posts?.[0]?.postID ?? 0 };
    return { call: fezApi.deletePostIn, params, said: 'The moderators deleted your message.', quote: quotedWords };
  },
  'hiding a profile': async (author) => ({
    call: moderationApi.setProfileState,
    params: { userID: author.userID, state: 'quarantined' },
    said: 'The moderators hid your profile.',
  }),
  'removing a profile picture': async (author) => {
    await author.get(profilesApi.setAvatar, { body: { image: (await createPicture()).toString('base64') } });
    const params = { userID: author.userID };
    return { call: profilesApi.removeAvatarOf, params, said: 'The moderators deleted your profile picture.' };
  },
  'hiding an item': async (author) => ({
    call: moderationApi.setItemState,
    params: { item_id: await offerItem(author), state: 'quarantined' },
    said: 'The moderators hid your item on the board.',
    quote: quotedWords,
  }),
  'deleting an item': async (author) => ({
    call: quartermasterApi.delete,
    params: { itemID: await offerItem(author) },
    said: 'The moderators deleted your item on the board.',
    quote: quotedWords,
  }),
  'hiding a photo': async (author) => ({
    call: moderationApi.setPhotoState,
    params: { photo_id: await upload(author), state: 'quarantined' },
    said: 'The moderators hid your photo.',
    quote: 'Pool Area',
  }),
  'deleting a photo': async (author) => ({
    call: photostreamApi.delete,
    params: { photo_id: await upload(author) },
    said: 'The moderators deleted your photo.',
    quote: 'Pool Area',
  }),
  'deleting a clip': async () => {
    const { user, offer: made } = await createSinger(app);
    const params = { snippetID: made.offerID };
    const said = 'The moderators deleted your clip for a song.';
    return { call: microKaraokeApi.deleteSnippet, params, author: user, said, quote: 'Sea song' };
  },
};

async function offerItem(author: User): Promise<string> {
  const body = { category: 'have', items: [{ itemName: quotedWords }] } as const;
  const [item] = await author.get(quartermasterApi.create, { body });
  return item?.itemID ?? '';
}

async function upload(author: User): Promise<number> {
  const image = (await createPicture()).toString('base64');
  const body = { image, createdAt: app.clock.now().toISOString(), locationName: 'Pool Area' };
  return (await author.get(photostreamApi.upload, { body })).postID;
}

async function runCase(name: string, body?: object): Promise<ModeratedCall & { status: number }> {
  const made = await createAuthor();
  const acted = await moderationCases[name]?.(made);
  if (!acted) throw new Error(`there is no case ${name}`);
  const author = acted.author ?? made;
  const { status } = await moderator.call(acted.call, { params: acted.params, ...(body && { body }) });
  assert.ok(status < 300, `${name}: ${status}`);
  return { ...acted, author, status };
}

describe('a reason and a message reach the author, with the content (moderation rules M23 and M24):', () => {
  for (const name of Object.keys(moderationCases)) {
    test(name, async () => {
      const { author, said, quote } = await runCase(name, { reason: 'unkind', message: ' Please be kind. ' });
      const [chat, ...others] = await readMail(author);
      assert.deepEqual(others, []);
      const about = quote === undefined ? [] : [`This is about: “${quote}”`];
      const text = [
        `${said} It’s unkind to others.`,
        'Please be kind.',
        ...about,
        'If you have questions, reply here.',
      ];
      assert.deepEqual(chat?.posts, [['moderator', text.join('\n\n')]]);
      // The log entry of the message comes after that of the action (moderation rule M25).
      const { actions } = await moderator.get(moderationApi.actionLog, { query: { limit: 2 } });
      const action = actions.find(({ actionType }) => actionType !== 'post');
      assert.deepEqual([action?.reason, action?.message], ['unkind', 'Please be kind.']);
      assert.ok(actions.some(({ actionType }) => actionType === 'post'));
    });

    test(`${name}: nothing without a body`, async () => {
      const { author } = await runCase(name);
      assert.deepEqual(await readMail(author), []);
      const [newest] = (await moderator.get(moderationApi.actionLog, { query: { limit: 1 } })).actions;
      assert.ok(newest && newest.actionType !== 'post' && !('reason' in newest) && !('message' in newest));
    });
  }
});

describe('the body (moderation rule M23)', () => {
  test('may have a reason alone, or a message alone', async () => {
    const [{ author: one }, { author: two }] = [
      await runCase('deleting a feed post', { reason: 'spam' }),
      await runCase('deleting a feed post', { message: 'Hm.' }),
    ];
    assert.match(
      (await readMail(one))[0]?.posts[0]?.[1] ?? '',
      /^The moderators deleted your post in the feed\. It’s spam or advertising\.\n\nThis is/,
    );
    assert.match((await readMail(two))[0]?.posts[0]?.[1] ?? '', /in the feed\.\n\nHm\.\n\nThis is/);
  });

  test('may be empty or blank: then nothing is sent', async () => {
    for (const body of [{}, { reason: '', message: ' ' }, { reason: null, message: null }]) {
      for (const name of ['deleting a feed post', 'hiding an item']) {
        const { author } = await runCase(name, body);
        assert.deepEqual(await readMail(author), []);
      }
    }
  });

  test('with every reason is accepted', async () => {
    for (const reason of ['unkind', 'offTopic', 'private', 'spam', 'illegal', 'other']) {
      const { author } = await runCase('hiding a feed post', { reason });
      assert.equal((await readMail(author)).length, 1, reason);
    }
  });

  test('with another word or a long message is 400, and nothing happens', async () => {
    const author = await createAuthor();
    const { postID } = await postFeed(author);
    for (const [body, field] of [
      [{ reason: 'rude' }, 'reason'],
      [{ reason: 'Unkind' }, 'reason'],
      [{ reason: 'x'.repeat(30) }, 'reason'],
      [{ message: 'x'.repeat(501) }, 'message'],
    ] as const) {
      for (const [call, params] of [
        [microblogApi.delete, { postID }],
        [moderationApi.setMicroblogPostState, { postID, state: 'locked' }],
      ] as const) {
        const reply = await moderator.call(call as Endpoint, { params, body });
        assert.deepEqual([reply.status, Object.keys(reply.fieldErrors ?? {})], [400, [field]]);
      }
    }
    const { status, moderationStatus } = await moderator
      .get(moderationApi.microblogPost, { params: { postID } })
      .then((post) => ({ status: post.isDeleted, moderationStatus: post.moderationStatus }));
    assert.deepEqual([status, moderationStatus, await readMail(author)], [false, 'normal', []]);
  });

  test('is read from a DELETE too', async () => {
    const author = await createAuthor();
    const { postID } = await postFeed(author);
    const path = `/api/v3/microblog/${postID}`;
    assert.equal((await moderator.send('DELETE', path, { body: { reason: 'rude' } })).status, 400);
    assert.equal((await moderator.send('DELETE', path, { body: { reason: 'spam' } })).status, 204);
    assert.equal((await readMail(author)).length, 1);
  });

  test('is for moderators; nothing is sent for their own content', async () => {
    const author = await createAuthor();
    const { postID } = await postFeed(author);
    assert.equal(
      (await author.call(microblogApi.delete, { params: { postID }, body: { reason: 'spam' } })).status,
      204,
    );
    assert.deepEqual(await readMail(author), []);
    const own = await postFeed(moderator);
    await moderator.get(microblogApi.delete, { params: { postID: own.postID }, body: { reason: 'spam' } });
    assert.ok(!JSON.stringify(await readMail(moderator)).includes(quotedWords));
    const teamPost = await moderator.get(microblogApi.create, { body: { ...firstPost, postAsModerator: true } });
    const reply = await moderator.call(microblogApi.delete, {
      params: { postID: teamPost.postID },
      body: { reason: 'spam' },
    });
    assert.equal(reply.status, 204);
  });
});

describe('the chat (moderation rule M24)', () => {
  test('is one per author, in which they can reply', async () => {
    const author = await createAuthor();
    for (const text of ['one', 'two']) {
      const { postID } = await postFeed(author, text);
      await moderator.get(microblogApi.delete, { params: { postID }, body: { reason: 'spam' } });
    }
    const [chat, ...others] = await readMail(author);
    assert.deepEqual([others.length, chat?.posts.length], [0, 2]);
    const params = { fezID: chat?.fezID ?? '' };
    assert.equal((await author.call(fezApi.post, { params, body: { text: 'Sorry', images: [] } })).status, 200);
    const { members } = await moderator.get(fezApi.read, { params });
    assert.equal(members?.posts?.at(-1)?.text, 'Sorry');
    assert.equal((await otherUser.call(fezApi.read, { params })).status, 404);
  });

  test('is unread for the author immediately', async () => {
    const author = await createAuthor();
    const { postID } = await postFeed(author);
    const socket = await openSocket(app.url, '/api/v3/notification/socket', author.token);
    await moderator.get(microblogApi.delete, { params: { postID }, body: { reason: 'spam' } });
    await socket.next((frame) => JSON.stringify(frame).includes('addedToSeamail'));
    socket.close();
    const { newSeamailMessageCount, addedToSeamailCount } = await author.get(notificationsApi.summary);
    assert.ok(newSeamailMessageCount + addedToSeamailCount > 0);
  });

  test('quotes up to 1,000 characters', async () => {
    const author = await createAuthor();
    const { postID } = await postFeed(author, 'x'.repeat(1500));
    await moderator.get(microblogApi.delete, {
      params: { postID },
      body: { message: 'y'.repeat(500), reason: 'other' },
    });
    const text = (await readMail(author))[0]?.posts[0]?.[1] ?? '';
    assert.ok(text.includes(`“${'x'.repeat(1000)}…”`));
    assert.ok(!text.includes('x'.repeat(1001)));
  });

  test('is replaced if it was deleted or locked', async () => {
    const author = await createAuthor();
    const tell = async () => {
      const { postID } = await postFeed(author);
      await moderator.get(microblogApi.delete, { params: { postID }, body: { reason: 'spam' } });
      return (await readMail(author)).map(({ fezID }) => fezID);
    };
    const [one = ''] = await tell();
    assert.deepEqual(await tell(), [one]);
    await moderator.get(moderationApi.setFezState, { params: { fezID: one, state: 'locked' } });
    const two = (await tell()).find((fezID) => fezID !== one) ?? '';
    await moderator.get(fezApi.delete, { params: { fezID: two } });
    const three = await tell();
    assert.ok(!three.includes(two) && three.length === 2);
  });
});

test('moderators can read the conversation with an author, without marking it as read (moderation rule M26)', async () => {
  const author = await createAuthor();
  const params = { userID: author.userID };
  assert.equal((await moderator.call(fezApi.conversation, { params })).status, 404);
  assert.equal((await moderator.call(fezApi.conversation, { params: { userID: unknownID } })).status, 404);
  const { postID } = await postFeed(author);
  await moderator.get(microblogApi.delete, { params: { postID }, body: { reason: 'spam' } });
  const [chat] = await readMail(author);
  for (const text of Array.from({ length: 22 }, (_, index) => `reply ${index}`)) {
    await author.get(fezApi.post, { params: { fezID: chat?.fezID ?? '' }, body: { text, images: [] } });
  }
  const unread = async () =>
    (await moderator.get(notificationsApi.summary)).moderatorData?.newModeratorSeamailMessageCount;
  const before = await unread();
  const { fezID, posts } = await moderator.get(fezApi.conversation, { params });
  assert.equal(fezID, chat?.fezID);
  assert.deepEqual([posts.length, posts[0]?.text, posts.at(-1)?.text], [20, 'reply 2', 'reply 21']);
  assert.equal(await unread(), before);
  assert.equal((await author.call(fezApi.conversation, { params })).status, 403);
});

test('while it’s off, the body is ignored and nothing is shown (moderation rules M23 and M26)', async () => {
  const told = await runCase('deleting a feed post', { reason: 'spam' });
  const pair = [{ app: 'all', feature: 'moderatorreasons' }];
  await admin.get(adminApi.changeServerSettings, { body: { disableFeatures: pair } });
  for (const body of [{ reason: 'spam' }, { reason: 'rude' }]) {
    const { author } = await runCase('deleting a feed post', body);
    assert.deepEqual(await readMail(author), []);
  }
  const { actions } = await moderator.get(moderationApi.actionLog);
  assert.ok(actions.every((action) => !('reason' in action) && !('message' in action)));
  const params = { userID: told.author.userID };
  assert.equal((await moderator.call(fezApi.conversation, { params })).status, 451);
  await admin.get(adminApi.changeServerSettings, { body: { enableFeatures: pair } });
  assert.equal((await moderator.call(fezApi.conversation, { params })).status, 200);
});
