import { describe, test } from 'node:test';
import { profilesApi } from '#core/profiles/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import type { User } from '../../support/app.ts';
import { assertCachesFollow } from '../../support/follows-changes.ts';
import { moderationApi } from '../../support/moderation.ts';
import {
  block,
  deletePost,
  mute,
  type Post,
  postParams,
  type Query,
  reply,
  setState,
  startAppWithUsers,
  updatePost,
  write,
} from './support.ts';

/** Posts and pages are cached, and rendered once for many users. */
const { app, moderator } = await startAppWithUsers();

/** Two posts, and the users who look at them. */
interface Scene {
  readonly author: User;
  readonly other: User;
  readonly reader: User;
  readonly post: Post;
  readonly answer: Post;
}

let sceneCount = 0;

async function setScene(): Promise<Scene> {
  sceneCount += 1;
  const named = (name: string) => app.newcomer(`${name}-${sceneCount}`);
  const [author, other, reader] = [await named('author'), await named('other'), await named('reader')];
  await author.get(profilesApi.editOwnProfile, { body: { displayName: 'Writer' } });
  const post = await write(author, 'about lunch', {
    images: [{ filename: '00000000-0000-4000-8000-000000000001.jpg' }],
  });
  return { author, other, reader, post, answer: await reply(other, post, 'about dinner') };
}

/** Returns every list and every single post as one user sees it. */
async function viewAs(user: User, { author, post, answer }: Scene): Promise<unknown> {
  const queries: Query[] = [
    { limit: 5 },
    { after: post.postID - 1 },
    { hideReplies: true, limit: 5 },
    { replyGroup: post.postID },
    { byUser: author.userID },
    { likeType: 'all' },
  ];
  const lists = [];
  for (const query of queries) lists.push(await user.get(microblogApi.feed, { query }));
  for (const list of ['bookmarks', 'likes', 'own'] as const) lists.push(await user.get(microblogApi[list]));
  const alone = [
    await user.call(microblogApi.read, postParams(post)),
    await user.call(microblogApi.read, postParams(answer)),
  ];
  return { lists, alone: alone.map(({ status, body }) => (status === 200 ? body : status)) };
}

async function lookAsEveryone(scene: Scene) {
  return { reader: await viewAs(scene.reader, scene), author: await viewAs(scene.author, scene) };
}

/** Changes that at least one user can see, by title. */
const changes: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'a new post': ({ other }) => write(other, 'about breakfast'),
  'a reply that makes a group': async ({ other }) => reply(other, await write(other, 'about tea'), 'and coffee'),
  'a reply': ({ other, post }) => reply(other, post, 'about supper'),
  'another text': ({ author, post }) => updatePost(author, post, 'about nothing'),
  'a picture more': ({ author, post }) =>
    author.get(microblogApi.addImage, {
      ...postParams(post),
      body: { filename: '00000000-0000-4000-8000-000000000002.jpg' },
    }),
  'a picture less': ({ author, post }) => author.get(microblogApi.removeImage, { ...postParams(post), body: {} }),
  'a deleted post': ({ other, answer }) => deletePost(other, answer),
  'a reaction by another user': ({ other, post }) => other.get(microblogApi.love, postParams(post)),
  'an own reaction': ({ reader, post }) => reader.get(microblogApi.laugh, postParams(post)),
  'an own bookmark': ({ reader, post }) => reader.get(microblogApi.bookmark, postParams(post)),
  'a post under review': ({ post }) => setState(moderator, post, 'quarantined'),
  'an author with another name': ({ author }) =>
    author.get(profilesApi.changeOwnUsername, { body: { username: `${author.username}-renamed` } }),
  'an author with another name to be shown': ({ author }) =>
    author.get(profilesApi.editOwnProfile, { body: { displayName: 'The Author' } }),
  'a profile under review': ({ author }) =>
    moderator.get(moderationApi.setProfileState, { params: { userID: author.userID, state: 'quarantined' } }),
  'a block': ({ reader, author }) => block(author, reader),
  'a mute': ({ reader, other }) => mute(reader, other),
  'a mute word': ({ reader }) => reader.send('POST', '/api/v3/user/mutewords/add/dinner'),
};

describe('is seen by everyone immediately, despite caches:', () => {
  for (const [what, change] of Object.entries(changes)) {
    test(what, () => assertCachesFollow(app, { setScene, look: lookAsEveryone }, change));
  }
});
