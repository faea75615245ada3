import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { EveryField } from '#contract/record.ts';
import {
  createPostPresenter,
  type PostMark,
  presentMark,
  presentPostContent,
  presentPostContentForModerators,
  presentReactors,
} from '#core/posts/index.ts';
import type { FeedPostData, FeedPostDetailData } from './records.ts';
import { postMarks } from './store.ts';
import type { MicroblogPostRow } from './tables.ts';

const presentReplyGroup = ({ replyGroupID }: MicroblogPostRow) => ({ replyGroupID: replyGroupID ?? undefined });

/** Returns a post for a viewer with these marks on it, or with none. */
export const presentPost = createPostPresenter<MicroblogPostRow, FeedPostData>(
  (context, row) =>
    ({
      ...presentPostContent(context, row),
      ...presentReplyGroup(row),
      ...presentMark(undefined),
      likeCount: row.likeCount,
    }) satisfies EveryField<FeedPostData>,
);

/** Returns the caller's marks on these posts. */
export const findMarks = (
  context: Context,
  { userID }: Caller,
  postIDs: readonly number[],
): ReadonlyMap<number, PostMark> => postMarks.find(context.db, userID, postIDs);

/** Returns a post as the caller sees it. */
export const presentPostFor = (context: Context, caller: Caller, row: MicroblogPostRow): FeedPostData =>
  presentPost(context, row, findMarks(context, caller, [row.id]).get(row.id));

/** Returns one post with the users who reacted to it (forums rule B42). */
export const presentPostDetail = (context: Context, caller: Caller, row: MicroblogPostRow): FeedPostDetailData =>
  ({
    ...presentPostContent(context, row),
    ...presentReplyGroup(row),
    ...presentMark(findMarks(context, caller, [row.id]).get(row.id)),
    ...presentReactors(context, postMarks.findReactors(context.db, row.id)),
  }) satisfies EveryField<FeedPostDetailData>;

/** Returns a post for moderators: its text, without other users' marks (moderation rule M5). */
export const presentPostForModerators = (context: Context, row: MicroblogPostRow): FeedPostData =>
  ({
    ...presentPostContentForModerators(context, row),
    ...presentReplyGroup(row),
    ...presentMark(undefined),
    likeCount: 0,
  }) satisfies EveryField<FeedPostData>;
