import { describe, test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { forumsApi } from '#features/forums/api.ts';
import { startTestApp, type User } from '../../support/app.ts';
import { assertCachesFollow } from '../../support/follows-changes.ts';
import { moderationApi } from '../../support/moderation.ts';
import {
  advanceMinute,
  block,
  findCategoryID,
  mute,
  postParams,
  setForumState,
  setPostState,
  start,
  type Thread,
  threadParams,
  tryToUpdate,
  unblock,
  write,
} from './support.ts';

/**
 * Forums, posts, pages, read marks and lists are cached, and rendered once for many users. After each change everyone
 * must see at once what they would see without a cache.
 */
const app = await startTestApp();
const moderator = await app.atLevel('moderator');
const category = await findCategoryID(moderator, 'General');
const otherCategory = await findCategoryID(moderator, 'Help Desk');

/** A thread, and the users who look at it. */
interface Scene {
  readonly owner: User;
  readonly reader: User;
  readonly outsider: User;
  readonly thread: Thread;
  /** Ids of the posts in order: the owner's, the reader's, and the owner's again. */
  readonly postIDs: readonly number[];
}

let sceneCount = 0;

async function setScene(): Promise<Scene> {
  sceneCount += 1;
  const named = (name: string) => app.newcomer(`${name}-${sceneCount}`);
  const [owner, reader, outsider] = [await named('owner'), await named('reader'), await named('outsider')];
  await owner.get(profilesApi.editOwnProfile, { body: { displayName: 'Host' } });
  // Posts made at the same instant have no defined order.
  advanceMinute(app);
  const thread = await start(owner, category, `Thread ${sceneCount}`);
  const posts = [
    await write(owner, thread, 'one'),
    await write(reader, thread, 'two'),
    await write(owner, thread, 'three'),
  ];
  advanceMinute(app);
  await start(reader, category, `Another ${sceneCount}`);
  // Read marks, before anyone looks.
  for (const user of [owner, reader, moderator]) await user.get(forumsApi.markRead, threadParams(thread));
  return { owner, reader, outsider, thread, postIDs: posts.map(({ postID }) => postID) };
}

/** Returns what one user sees: every list, the thread's page and its posts, without reading anything new. */
async function viewAs(user: User, { thread, postIDs }: Scene): Promise<unknown> {
  const answer = async (path: string) => {
    const { status, body } = await user.send('GET', `/api/v3/forum${path}`);
    return [status, body];
  };
  const lists = [
    '/categories',
    `/categories/${category}?limit=6`,
    '/favorites',
    '/mutes',
    '/owner',
    '/recent',
    '/unread?limit=6',
  ];
  const posts = [
    '/post/search?limit=6',
    '/bookmarks',
    '/likes',
    `/search?posted=true`,
    `/${thread.forumID}/pinnedposts`,
  ];
  const single = postIDs.map((postID) => `/post/${postID}`);
  const seen = [];
  for (const path of [
    ...lists,
    ...posts,
    ...single,
    `/${thread.forumID}?start=50`,
    `/${thread.forumID}?start=1&limit=2`,
  ]) {
    seen.push([path, await answer(path)]);
  }
  return seen;
}

const lookAsEveryone = async (scene: Scene) => [
  await viewAs(scene.owner, scene),
  await viewAs(scene.reader, scene),
  await viewAs(moderator, scene),
];

const post = (postIDs: readonly number[], index: number) => ({ postID: postIDs[index] ?? 0 });

/** Changes, each of which some user sees. */
const changes: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'a new post': ({ owner, thread }) => write(owner, thread, 'four'),
  'a new post by another user': ({ outsider, thread }) => write(outsider, thread, 'me too'),
  'a new thread'({ outsider }) {
    advanceMinute(app);
    return start(outsider, category, 'New here');
  },
  'a post that says something else': ({ owner, postIDs }) => tryToUpdate(owner, post(postIDs, 0), 'changed'),
  'a deleted post': ({ reader, postIDs }) => reader.get(forumsApi.deletePost, postParams(post(postIDs, 1))),
  'the newest post deleted': ({ owner, postIDs }) => owner.get(forumsApi.deletePost, postParams(post(postIDs, 2))),
  'a reaction': ({ reader, postIDs }) => reader.get(forumsApi.love, postParams(post(postIDs, 0))),
  'a reaction by another user': ({ outsider, postIDs }) => outsider.get(forumsApi.love, postParams(post(postIDs, 0))),
  'a bookmark': ({ reader, postIDs }) => reader.get(forumsApi.bookmark, postParams(post(postIDs, 0))),
  'a pinned post': ({ owner, postIDs }) => owner.get(forumsApi.pinPost, postParams(post(postIDs, 1))),
  'a pinned thread': ({ thread }) => moderator.get(forumsApi.pin, threadParams(thread)),
  'another title': ({ owner, thread }) =>
    owner.get(forumsApi.rename, { params: { forumID: thread.forumID, title: 'Renamed' } }),
  'another category': ({ thread }) =>
    moderator.get(forumsApi.move, { params: { forumID: thread.forumID, categoryID: otherCategory } }),
  'a deleted thread': ({ thread }) => moderator.get(forumsApi.delete, threadParams(thread)),
  'a thread under review': ({ thread }) => setForumState(moderator, thread, 'quarantined'),
  'a locked thread': ({ thread }) => setForumState(moderator, thread, 'locked'),
  'a post under review': ({ postIDs }) => setPostState(moderator, post(postIDs, 2), 'quarantined'),
  'a favorite': ({ reader, thread }) => reader.get(forumsApi.addFavorite, threadParams(thread)),
  'a muted thread': ({ reader, thread }) => reader.get(forumsApi.mute, threadParams(thread)),
  'what was read': async ({ owner, outsider, thread }) => {
    await write(outsider, thread, 'to be read');
    await owner.get(forumsApi.read, threadParams(thread));
  },
  'much between two looks': async ({ owner, reader, outsider, thread }) => {
    advanceMinute(app);
    const [gone, fresh] = [await start(outsider, category, 'Gone'), await start(outsider, category, 'Fresh')];
    for (const user of [owner, outsider]) await write(user, thread, 'more');
    await moderator.get(forumsApi.delete, threadParams(gone));
    await reader.get(forumsApi.read, threadParams(thread));
    await reader.get(forumsApi.addFavorite, threadParams(fresh));
    await owner.get(forumsApi.mute, threadParams(thread));
    advanceMinute(app);
    await owner.get(forumsApi.read, threadParams(fresh));
    await write(outsider, fresh, 'news');
    await moderator.get(forumsApi.pin, threadParams(fresh));
  },
  'posts that come and go': async ({ owner, reader, thread, postIDs }) => {
    await reader.get(forumsApi.deletePost, postParams(post(postIDs, 1)));
    await lookAsEveryone({ owner, reader, outsider: owner, thread, postIDs });
    const next = await write(owner, thread, 'four');
    await lookAsEveryone({ owner, reader, outsider: owner, thread, postIDs });
    await owner.get(forumsApi.deletePost, postParams(next));
    await write(owner, thread, 'five');
  },
  'a block': ({ owner, reader }) => block(reader, owner),
  'a mute': ({ owner, reader }) => mute(reader, owner),
  'a block that ends': async (scene) => {
    await block(scene.reader, scene.owner);
    await lookAsEveryone(scene);
    await unblock(scene.reader, scene.owner);
    await write(scene.owner, scene.thread, 'back');
  },
  'a mute word': ({ reader }) => reader.get(publicTextApi.addMuteWord, { params: { word: 'three' } }),
  'an author with another name': ({ owner }) =>
    owner.get(profilesApi.changeOwnUsername, { body: { username: `${owner.username}-renamed` } }),
  'a profile under review': ({ owner }) =>
    moderator.get(moderationApi.setProfileState, { params: { userID: owner.userID, state: 'quarantined' } }),
  'a promotion': async ({ reader, owner }) => {
    await block(reader, owner);
    await (await app.logIn('admin')).send('POST', `/api/v3/admin/moderator/promote/${owner.userID}`);
    await mute(reader, owner);
  },
};

describe('is seen by everyone immediately, despite caches:', () => {
  for (const [what, change] of Object.entries(changes)) {
    test(what, () => assertCachesFollow(app, { setScene, look: lookAsEveryone }, change));
  }
});
