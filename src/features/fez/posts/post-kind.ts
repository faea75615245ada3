import { contentKind } from '#core/reports/index.ts';
import { assertPostsReportable, getLivePost, getReportableFez, getVisibleFez } from '../access.ts';
import { assertModeratorSees } from '../lifecycle/fez-kind.ts';
import { updateLastActivity } from '../store.ts';
import type { FezPostRow } from '../tables.ts';
import { findPost, savePostDeletion, savePostState } from './store.ts';

/** Posts of chats as a content kind, with the actions on them except writing. */
export const fezPostKind = contentKind<FezPostRow, FezPostRow, number>({
  type: 'fezPost',
  nounForAuthor: 'message',
  quote: ({ text }) => text,
  noun: 'post',
  identify: (post) => post,
  find: ({ db }, postID) => findPost(db, postID),
  get(context, caller, postID) {
    const post = getLivePost(context, caller, postID);
    getVisibleFez(context, caller, post.fezID, 'post');
    return post;
  },
  getToReport(context, caller, postID) {
    const post = getLivePost(context, caller, postID);
    assertPostsReportable(context, caller, getReportableFez(context, caller, post.fezID, 'post'));
    return post;
  },
  assertModeratorSees: (context, moderator, { fezID }) => assertModeratorSees(context, moderator, fezID, 'post'),
  saveState: (context, { id }, moderationState) => savePostState(context, id, moderationState),
  saveDeletion(context, _caller, post) {
    savePostDeletion(context, post, context.clock.now());
    updateLastActivity(context, { id: post.fezID });
  },
});
