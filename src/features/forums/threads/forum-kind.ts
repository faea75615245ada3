import { revertMentions } from '#core/public-text/index.ts';
import { contentKind } from '#core/reports/index.ts';
import { getForum } from '../access.ts';
import { assertForumOpen } from '../cooldown/cooldown.ts';
import { findLiveIDs } from '../posts/store.ts';
import type { ForumRow } from '../tables.ts';
import { findStoredForum, saveForum } from './store.ts';

/** Forums with their titles as a content kind, with the actions on them. */
export const forumKind = contentKind<Omit<ForumRow, 'deletedAt'>, ForumRow, string>({
  type: 'forum',
  nounForAuthor: 'thread',
  quote: ({ title }) => title,
  noun: 'forum',
  identify: ({ id, creatorID }) => ({ id, authorID: creatorID }),
  find: ({ db }, forumID) => findStoredForum(db, forumID),
  get: (context, caller, forumID) => getForum(context, caller, forumID).forum,
  assertPlaceAllowsChange: assertForumOpen,
  getThreshold: ({ forumAutoQuarantineThreshold }) => forumAutoQuarantineThreshold,
  saveState: (context, { id }, moderationState) => saveForum(context, id, { moderationState }),
  /** All its posts are deleted with it (forums rule B34). */
  saveDeletion(context, _caller, { id }) {
    saveForum(context, id, { deletedAt: context.clock.now() });
    revertMentions(context, 'forum', findLiveIDs(context.db, id));
  },
});
