import type { StateWord } from '#core/reports/index.ts';
import { usersApi } from '#core/users/api/index.ts';
import { microblogApi } from '#features/microblog/api.ts';
import type { FeedPostData } from '#features/microblog/records.ts';
import { startTestApp, type User } from '../../support/app.ts';
import type { Wire } from '../../support/client.ts';
import { moderationApi } from '../../support/moderation.ts';

export type Post = Wire<FeedPostData>;

/** Fields of a request that differ from those of a plain post. */
export type Fields = Record<string, unknown>;

/** Starts the service with users who read and write, and a moderator. */
export async function startAppWithUsers() {
  const app = await startTestApp();
  const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];
  return { app, james, heidi, sam, moderator: await app.atLevel('moderator') };
}

const getContent = (text: string, fields: Fields) => ({ text, images: [], ...fields });

/** Returns the parameters of a call about this post. */
export const postParams = ({ postID }: Pick<Post, 'postID'>) => ({ params: { postID } });

export const write = (user: User, text: string, fields: Fields = {}): Promise<Post> =>
  user.get(microblogApi.create, { body: getContent(text, fields) });

export const tryToWrite = (user: User, text: string, fields: Fields = {}) =>
  user.call(microblogApi.create, { body: getContent(text, fields) });

export const reply = (user: User, post: Pick<Post, 'postID'>, text: string, fields: Fields = {}): Promise<Post> =>
  user.get(microblogApi.reply, { ...postParams(post), body: getContent(text, fields) });

export const tryToReply = (user: User, post: Pick<Post, 'postID'>, text: string) =>
  user.call(microblogApi.reply, { ...postParams(post), body: getContent(text, {}) });

export const updatePost = (user: User, post: Pick<Post, 'postID'>, text: string, fields: Fields = {}) =>
  user.call(microblogApi.update, { ...postParams(post), body: getContent(text, fields) });

export const deletePost = (user: User, post: Pick<Post, 'postID'>) => user.call(microblogApi.delete, postParams(post));

/** Query parameters of a list. */
export type Query = Record<string, string | number | boolean>;

export const readFeed = (user: User, query: Query = {}): Promise<Post[]> => user.get(microblogApi.feed, { query });

export const getIDs = (posts: readonly Pick<Post, 'postID'>[]): number[] => posts.map(({ postID }) => postID);

/** Returns the texts that a list shows the user. */
export const listTexts = async (user: User, query: Query = {}): Promise<string[]> =>
  (await readFeed(user, query)).map(({ text }) => text);

export const block = (user: User, blocked: User) => user.get(usersApi.block, { params: { userID: blocked.userID } });
export const mute = (user: User, muted: User) => user.get(usersApi.mute, { params: { userID: muted.userID } });

export const setState = (moderator: User, { postID }: Pick<Post, 'postID'>, state: StateWord) =>
  moderator.get(moderationApi.setMicroblogPostState, { params: { postID, state } });

export const readAsModerator = (moderator: User, post: Pick<Post, 'postID'>) =>
  moderator.get(moderationApi.microblogPost, postParams(post));
