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
  forumID: v.pipe(uuid, v.description('Id of the forum')),
  categoryID: v.pipe(uuid, v.description('Category that the forum is in')),
  creator: v.pipe(UserHeader, v.description('User who started it')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  /** Counts only posts that the caller sees, like `readCount`. */
  postCount: v.pipe(wholeNumber, v.description('Number of posts that the caller can see')),
  readCount: v.pipe(
    wholeNumber,
    v.description('Number of posts that the caller read; `postCount` minus this is unread'),
  ),
  createdAt: v.pipe(instant, v.description('When it was created')),
  lastPoster: v.pipe(v.optional(UserHeader), v.description('Author of the last post')),
  lastPostAt: v.pipe(v.optional(instant), v.description('When the last post was made')),
  isLocked: v.pipe(v.boolean(), v.description('Whether only moderators may post in it')),
  isFavorite: v.pipe(v.boolean(), v.description('Whether it’s a favorite of the caller')),
  isMuted: v.pipe(v.boolean(), v.description('Whether the caller muted it')),
  /** Absent if the caller doesn't watch the thread, so that nothing changes for clients without it (forums rule B79). */
  isWatched: v.pipe(v.optional(v.literal(true)), v.description('True if the caller watches it, else absent')),
  /** A display time: the instant at which the ship's clock shows the start. */
  eventTime: v.pipe(v.optional(instant), v.description('When the event starts, in ship time')),
  timeZone: v.pipe(v.optional(v.string()), v.description('Abbreviation of the ship’s time zone at the start')),
  timeZoneID: v.pipe(v.optional(v.string()), v.description('IANA name of the ship’s time zone at the start')),
  eventID: v.pipe(v.optional(uuid), v.description('Event that the forum discusses')),
  isPinned: v.pipe(v.boolean(), v.description('Whether it’s pinned')),
});
export type ForumListData = v.InferOutput<typeof ForumListData>;

/** A page of threads from all categories. */
export const ForumSearchData = record('ForumSearchData', {
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
  forumThreads: v.pipe(v.array(ForumListData), v.description('A page of forums')),
});
export type ForumSearchData = v.InferOutput<typeof ForumSearchData>;

/** A category of threads; with a page of them if it is requested alone. */
export const CategoryData = record('CategoryData', {
  categoryID: v.pipe(uuid, v.description('Category that the forum is in')),
  title: v.pipe(v.string(), v.description('Title, in one line')),
  purpose: v.pipe(v.string(), v.description('Purpose of the category')),
  isRestricted: v.pipe(v.boolean(), v.description('Whether only some users may start forums in it')),
  isEventCategory: v.pipe(v.boolean(), v.description('Whether its forums are about events')),
  forumThreads: v.pipe(v.optional(v.array(ForumListData)), v.description('A page of forums')),
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
});
export type CategoryData = v.InferOutput<typeof CategoryData>;

/** A post in a thread or in a list of posts. */
export const PostData = record('PostData', {
  ...postEntries,
  /** Missing in the response to writing the post. */
  isPinned: v.pipe(v.optional(v.boolean()), v.description('Whether it’s pinned')),
});
export type PostData = v.InferOutput<typeof PostData>;

/** One post with the users who reacted to it. */
export const PostDetailData = record('PostDetailData', {
  ...postDetailEntries,
  forumID: v.pipe(uuid, v.description('Id of the forum')),
});
export type PostDetailData = v.InferOutput<typeof PostDetailData>;

/** A page of posts from all threads, newest first. */
export const PostSearchData = record('PostSearchData', {
  queryString: v.pipe(v.string(), v.description('The query, as sent')),
  posts: v.pipe(v.array(PostData), v.description('A page of posts')),
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
});
export type PostSearchData = v.InferOutput<typeof PostSearchData>;

/** Why nothing in a thread that was cooled down can be changed for now. */
export const cooldownRejections = ['accountTooNew', 'threadEnded'] as const;

/** Why the caller can't post in a thread now (forums rule B86). */
export const PostingPauseData = record('PostingPauseData', {
  code: v.pipe(v.picklist(['slowMode', ...cooldownRejections]), v.description('Error code that a post would get now')),
  reason: v.pipe(v.string(), v.description('The same for people, in one sentence')),
  until: v.pipe(v.optional(instant), v.description('When the caller can post again; absent if waiting doesn’t help')),
});
export type PostingPauseData = v.InferOutput<typeof PostingPauseData>;

/** What moderators have set to cool a thread down. */
export const ForumCooldownData = record('ForumCooldownData', {
  slowModeSeconds: v.pipe(
    v.optional(wholeNumber),
    v.description('Seconds between two posts of one person; absent without slow mode'),
  ),
  newAccountsReadOnly: v.pipe(
    v.optional(v.literal(true)),
    v.description('True if new accounts can’t post, else absent'),
  ),
  closesAt: v.pipe(v.optional(instant), v.description('When the thread closes or has closed')),
  pause: v.pipe(v.optional(PostingPauseData), v.description('Why the caller can’t post now; absent if they can')),
});
export type ForumCooldownData = v.InferOutput<typeof ForumCooldownData>;

/** A thread with a page of its posts, oldest first. */
export const ForumData = record('ForumData', {
  ...v.pick(ForumListData, ['forumID', 'categoryID', 'title', 'creator']).entries,
  ...v.pick(ForumListData, ['isLocked', 'isFavorite', 'isMuted', 'isWatched']).entries,
  /** The number read before this page; missing in the response to creating the thread (forums rule B73). */
  readCount: v.pipe(
    v.optional(wholeNumber),
    v.description('Number of posts that the caller had read before this call'),
  ),
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
  posts: v.pipe(v.array(PostData), v.description('A page of posts')),
  ...v.pick(ForumListData, ['eventID', 'isPinned']).entries,
  cooldown: v.pipe(
    v.optional(ForumCooldownData),
    v.description('What moderators set to cool it down; absent if there’s nothing'),
  ),
});
export type ForumData = v.InferOutput<typeof ForumData>;

/** A new thread with its first post. */
export const ForumCreateData = inputRecord('ForumCreateData', {
  title: v.pipe(title, v.description('Title, in one line')),
  firstPost: v.pipe(PostContentData, v.description('The first post')),
});
export type ForumCreateData = v.InferOutput<typeof ForumCreateData>;
