import { usersApi } from '#core/users/api/index.ts';
import { forumsApi } from '#features/forums/api.ts';
import type { ForumData, ForumListData, PostData } from '#features/forums/records.ts';
import { startTestApp, type TestApp, type User } from '../../support/app.ts';
import type { Wire } from '../../support/client.ts';
import { moderationApi } from '../../support/moderation.ts';

export type Thread = Wire<ForumData>;
export type Post = Wire<PostData>;
export type Line = Wire<ForumListData>;
type Fields = Record<string, unknown>;
type Query = Record<string, string | number | boolean>;

/** Starts the service with users who talk to each other, and a moderator. */
export async function startAppWithUsers() {
  const app = await startTestApp();
  const [james, heidi, sam] = [await app.logIn('james'), await app.logIn('heidi'), await app.logIn('sam')];
  return { app, james, heidi, sam, moderator: await app.atLevel('moderator') };
}

/** Returns the id of the category with this title, as a moderator sees it. */
export async function findCategoryID(moderator: User, title: string): Promise<string> {
  const categories = await moderator.get(forumsApi.categories);
  const found = categories.find((category) => category.title === title);
  if (!found) throw new Error(`there is no category ${title}`);
  return found.categoryID;
}

const toPostBody = (text: string, fields: Fields = {}) => ({ text, images: [], ...fields });

/** Tries to start a thread. */
export const tryToStart = (user: User, categoryID: string, title: string, fields: Fields = {}) =>
  user.call(forumsApi.create, { params: { categoryID }, body: { title, firstPost: toPostBody(`${title}?`, fields) } });

/** Starts a thread whose first post repeats its title as a question. */
export const start = (user: User, categoryID: string, title: string, fields: Fields = {}): Promise<Thread> =>
  user.get(forumsApi.create, { params: { categoryID }, body: { title, firstPost: toPostBody(`${title}?`, fields) } });

/** Returns the parameters of a call about this thread. */
export const threadParams = ({ forumID }: { forumID: string }) => ({ params: { forumID } });

/** Returns the parameters of a call about this post. */
export const postParams = ({ postID }: { postID: number }) => ({ params: { postID } });

export const tryToWrite = (user: User, thread: { forumID: string }, text: string, fields: Fields = {}) =>
  user.call(forumsApi.post, { ...threadParams(thread), body: toPostBody(text, fields) });

export const write = (user: User, thread: { forumID: string }, text: string, fields: Fields = {}): Promise<Post> =>
  user.get(forumsApi.post, { ...threadParams(thread), body: toPostBody(text, fields) });

export const tryToUpdate = (user: User, post: { postID: number }, text: string, fields: Fields = {}) =>
  user.call(forumsApi.updatePost, { ...postParams(post), body: toPostBody(text, fields) });

export const open = (user: User, thread: { forumID: string }, query: Query = {}): Promise<Thread> =>
  user.get(forumsApi.read, { ...threadParams(thread), query });

/** Starts a thread with posts `1` to `count` after its first. */
export async function startWithPosts(user: User, categoryID: string, title: string, count: number) {
  const thread = await start(user, categoryID, title);
  const posts: Post[] = [];
  for (let number = 1; number <= count; number += 1) posts.push(await write(user, thread, String(number)));
  return { thread, posts };
}

/** Returns the texts of the posts on a page. */
export const getTexts = ({ posts }: { posts: readonly { text: string }[] }): string[] => posts.map(({ text }) => text);

export const getTitles = (lines: readonly { title: string }[]): string[] => lines.map(({ title }) => title);

type ListName = 'favorites' | 'mutes' | 'watched' | 'owned' | 'recent' | 'unread' | 'search';

/** Returns the titles in one of the lists, in order. */
export async function listTitles(user: User, list: ListName, query: Query = {}): Promise<string[]> {
  return getTitles((await user.get(forumsApi[list], { query })).forumThreads);
}

/** Lists the threads of a category. */
export async function listLines(user: User, categoryID: string, query: Query = {}): Promise<Line[]> {
  return (await user.get(forumsApi.category, { params: { categoryID }, query })).forumThreads ?? [];
}

/** Returns a thread's line in its category. */
export async function findLine(user: User, { forumID, categoryID }: Thread): Promise<Line> {
  const line = (await listLines(user, categoryID)).find((one) => one.forumID === forumID);
  if (!line) throw new Error(`${user.username} does not see the thread in its category`);
  return line;
}

export const block = (user: User, { userID }: User) => user.get(usersApi.block, { params: { userID } });
export const mute = (user: User, { userID }: User) => user.get(usersApi.mute, { params: { userID } });
export const unblock = (user: User, { userID }: User) => user.get(usersApi.unblock, { params: { userID } });

export const setForumState = (moderator: User, { forumID }: { forumID: string }, state: string) =>
  moderator.get(moderationApi.setForumState, { params: { forumID, state } });

export const setPostState = (moderator: User, { postID }: { postID: number }, state: string) =>
  moderator.get(moderationApi.setForumPostState, { params: { postID, state } });

export const quarantine = (moderator: User, { userID }: User) =>
  moderator.get(moderationApi.quarantineTemporarily, { params: { userID, hours: 1 } });

/** Lists the newest entries of the moderators' log. */
export async function listActions(moderator: User, limit: number): Promise<unknown[]> {
  const { actions } = await moderator.get(moderationApi.actionLog, { query: { limit } });
  return actions.map(({ actionType, contentType, contentID }) => [actionType, contentType, contentID]);
}

/** Advances the clock by a minute, so that lists sorted by time have a defined order. */
export const advanceMinute = ({ clock }: TestApp): void => clock.advance({ minutes: 1 });
