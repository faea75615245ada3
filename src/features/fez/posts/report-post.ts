import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { presentPostText } from '#core/posts/index.ts';
import type { DisclosedPost } from '#core/reports/index.ts';
import { getUser, presentHeader } from '#core/users/index.ts';
import { assertPostsReportable, disclosesInReports, getLivePost, getReportableFez } from '../access.ts';
import { getReader } from '../reading/reader.ts';
import { type FezPostReportData, maxPrecedingPosts, type ReportDisclosureData } from '../records.ts';
import type { FezPostRow } from '../tables.ts';
import { fezPostKind } from './post-kind.ts';
import { findPostsBefore } from './store.ts';

/**
 * Returns the messages that a report of this one would disclose to moderators, oldest first; none in chats that they can
 * read (moderation rule R14).
 */
export function findDisclosure(context: Context, caller: Caller, postID: number): ReportDisclosureData {
  const posts = listDisclosed(context, caller, postID);
  return {
    posts: posts.map((post) => ({
      postID: post.id,
      author: presentHeader(getUser(context, post.authorID)),
      text: presentPostText(post),
      timestamp: post.createdAt,
    })),
  };
}

/** Reports a message, with copies of the messages that the reporter discloses (moderation rules R13 and R14). */
export function reportPost(context: WriteContext, caller: Caller, postID: number, report: FezPostReportData): void {
  const { message, disclosedPostIDs } = report;
  const chosen = disclosedPostIDs && new Set([...disclosedPostIDs, postID]);
  const disclosed = listDisclosed(context, caller, postID)
    .filter(({ id }) => chosen?.has(id) ?? true)
    .map(copyPost);
  fezPostKind.report(context, caller, postID, message, disclosed);
}

/** The text as the reporter sees it. */
const copyPost = (post: FezPostRow): DisclosedPost => ({
  postID: post.id,
  authorID: post.authorID,
  text: presentPostText(post),
  createdAt: post.createdAt,
});

/** Returns the message and those before it that the caller sees. Throws if it can't be reported. */
function listDisclosed(context: Context, caller: Caller, postID: number): readonly FezPostRow[] {
  const post = getLivePost(context, caller, postID);
  const access = getReportableFez(context, caller, post.fezID, 'post');
  assertPostsReportable(context, caller, access);
  if (!disclosesInReports(context, caller, access)) return [];
  const { hiddenIDs } = getReader(context, caller, access.relationship);
  const place = { fezID: post.fezID, before: postID, limit: maxPrecedingPosts };
  return [...findPostsBefore(context.db, { ...place, hiddenIDs }), post];
}
