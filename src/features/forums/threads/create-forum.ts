import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { assertPictureCount } from '#core/posts/index.ts';
import { chooseAuthor } from '#core/teams/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { canSeeCategory, getCategory, getForumInCategory } from '../access.ts';
import { forumPostKind } from '../posts/post-kind.ts';
import { presentForum, presentPost } from '../present.ts';
import type { ForumCreateData, ForumData } from '../records.ts';
import { insertForum } from './store.ts';

/** Throws the first error that prevents this forum, in the order of forums rule B24. */
export function assertMayCreateForum(
  context: Context,
  caller: Caller,
  categoryID: string,
  { firstPost }: ForumCreateData,
): void {
  assertPictureCount(context, caller, firstPost.images, 'firstPost.images');
  assertMayCreate(context, caller);
  const category = getCategory(context, categoryID);
  if (!isAtLeast(caller.level, category.createLevel))
    throw forbidden('categoryRestricted', "You can't start a thread in this category.");
  if (!canSeeCategory(caller, category)) throw forbidden('categoryClosed', "You don't have access to this category.");
}

const firstPage = { start: 0, limit: 50 };

/** Creates a forum with its first post, both by the chosen author (forums rules B24 and B27). */
export function createForum(
  context: WriteContext,
  caller: Caller,
  categoryID: string,
  input: ForumCreateData,
  images: readonly string[],
): ForumData {
  assertMayCreateForum(context, caller, categoryID, input);
  const authorID = chooseAuthor(context, caller, input.firstPost);
  const forumID = insertForumWithoutPost(context, { categoryID, creatorID: authorID, title: input.title });
  const post = forumPostKind.add(context, caller, { forumID, authorID, text: input.firstPost.text, images });
  const { forum } = getForumInCategory(context, caller, forumID);
  return presentForum(context, caller, forum, { posts: [presentPost(context, post)], total: 1, ...firstPage });
}

/** Stores a permitted forum without a post; returns its id. */
export function insertForumWithoutPost(
  context: WriteContext,
  forum: { categoryID: string; creatorID: string; title: string; eventID?: string },
): string {
  const [id, now] = [randomUUID(), context.clock.now()];
  insertForum(context, { eventID: null, ...forum, id, createdAt: now, lastPostAt: now });
  return id;
}
