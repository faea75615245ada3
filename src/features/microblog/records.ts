import * as v from 'valibot';
import { wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';
import { postDetailEntries, postEntries } from '#core/posts/records.ts';

/** The head of the post's reply group; missing for a post that isn't a reply and has none. */
const replyGroupID = v.pipe(
  v.optional(wholeNumber),
  v.description('Id of the first post of the group of replies; absent if there’s no reply'),
);

/** A post in the feed. */
export const FeedPostData = record('FeedPostData', {
  ...postEntries,
  replyGroupID,
});
export type FeedPostData = v.InferOutput<typeof FeedPostData>;

/** One post with the users who reacted to it. */
export const FeedPostDetailData = record('FeedPostDetailData', {
  ...postDetailEntries,
  replyGroupID,
});
export type FeedPostDetailData = v.InferOutput<typeof FeedPostDetailData>;
