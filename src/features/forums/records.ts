import * as v from 'valibot';
import { instant, line, lineInPath, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { PostContentData, postDetailEntries, postEntries } from '#core/posts/records.ts';
import { UserHeader } from '#core/users/records.ts';

const minTitle = 2;
const maxTitle = 100;

const title = line('title', minTitle, maxTitle);

/** A new title in a path (decision 22). */
export const titleInPath = lineInPath(minTitle, maxTitle);

/** A thread in a list (forums, Records: ForumListData). */
export const ForumListData = record('ForumListData', {
  forumID: uuid,
  categoryID: uuid,
  creator: UserHeader,
  title: v.string(),
  /** Of those the caller sees, as `readCount`. */
  postCount: wholeNumber,
  readCount: wholeNumber,
  createdAt: instant,
  lastPoster: v.optional(UserHeader),
  lastPostAt: v.optional(instant),
  isLocked: v.boolean(),
  isFavorite: v.boolean(),
  isMuted: v.boolean(),
  /** Display time. */
  eventTime: v.optional(instant),
  timeZone: v.optional(v.string()),
  timeZoneID: v.optional(v.string()),
  eventID: v.optional(uuid),
  isPinned: v.boolean(),
});
export type ForumListData = v.InferOutput<typeof ForumListData>;

/** A page of threads from all categories. */
export const ForumSearchData = record('ForumSearchData', {
  paginator: Paginator,
  forumThreads: v.array(ForumListData),
});
export type ForumSearchData = v.InferOutput<typeof ForumSearchData>;

/** What threads are sorted into; with a page of them where one category is asked for. */
export const CategoryData = record('CategoryData', {
  categoryID: uuid,
  title: v.string(),
  purpose: v.string(),
  isRestricted: v.boolean(),
  isEventCategory: v.boolean(),
  forumThreads: v.optional(v.array(ForumListData)),
  paginator: Paginator,
});
export type CategoryData = v.InferOutput<typeof CategoryData>;

/** A post in a thread or in a list of posts. */
export const PostData = record('PostData', {
  ...postEntries,
  /** Missing in the response to writing it. */
  isPinned: v.optional(v.boolean()),
});
export type PostData = v.InferOutput<typeof PostData>;

/** A post alone, with those who reacted to it. */
export const PostDetailData = record('PostDetailData', { ...postDetailEntries, forumID: uuid });
export type PostDetailData = v.InferOutput<typeof PostDetailData>;

/** A page of posts from all threads, newest first. */
export const PostSearchData = record('PostSearchData', {
  queryString: v.string(),
  posts: v.array(PostData),
  paginator: Paginator,
});
export type PostSearchData = v.InferOutput<typeof PostSearchData>;

/** A thread with a page of its posts, oldest first. */
export const ForumData = record('ForumData', {
  forumID: uuid,
  categoryID: uuid,
  title: v.string(),
  creator: UserHeader,
  isLocked: v.boolean(),
  isFavorite: v.boolean(),
  isMuted: v.boolean(),
  /** Before this page; missing in the response to creating it (forums rule B73). */
  readCount: v.optional(wholeNumber),
  paginator: Paginator,
  posts: v.array(PostData),
  eventID: v.optional(uuid),
  isPinned: v.boolean(),
});
export type ForumData = v.InferOutput<typeof ForumData>;

/** A thread to be made, with its first post. */
export const ForumCreateData = inputRecord('ForumCreateData', { title, firstPost: PostContentData });
export type ForumCreateData = v.InferOutput<typeof ForumCreateData>;
