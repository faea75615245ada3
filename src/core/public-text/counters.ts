import { createVersionByKey, type Version } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import type { Caller } from '#contract/access.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { findInbox } from '#core/teams/index.ts';
import { findAlertCounts } from './alert-words/store.ts';
import { type Place, placeRules } from './kinds-of-post.ts';
import { type Count, findMentionTotals } from './mentions/store.ts';
import { alertWords, alertWordTotals, mentionTotals } from './tables.ts';
import { listWords } from './words/word-lists.ts';

const noCount: Count = { total: 0, viewed: 0 };

/** Returns how many were added since the last view (forums rule B57). */
const countSinceLastView = ({ total, viewed }: Count): number => Math.max(0, total - viewed);

/** Counts posts that mention the viewer or contain their alert words (fez rules 72 to 74). */
export const publicTextCounters = (context: Context): CounterSource => ({
  version: (viewer) => (viewer ? computeVersion(context, viewer) : 0),
  count(viewer) {
    if (!viewer) return {};
    const totals = findMentionTotals(context.db, viewer.userID);
    const isOn = (place: Place) => !isFeatureDisabled(context, viewer, placeRules[place].feature);
    const [forum, microblog] = [isOn('forum'), isOn('microblog')];
    const ofForum = (forum && totals.get('forum')) || noCount;
    const ofMicroblog = (microblog && totals.get('microblog')) || noCount;
    const ofTeam = (name: 'moderator' | 'devteam') =>
      countSinceLastView((forum && findInbox(context, viewer, name) && totals.get(name)) || noCount);
    return {
      counters: {
        forumMentionCount: ofForum.total,
        newForumMentionCount: countSinceLastView(ofForum),
        microblogMentionCount: ofMicroblog.total,
        newMicroblogMentionCount: countSinceLastView(ofMicroblog),
        alertWords: presentAlerts(context, viewer, { forum, microblog }),
      },
      moderatorCounters: {
        newModeratorForumMentionCount: ofTeam('moderator'),
        newDevTeamForumMentionCount: ofTeam('devteam'),
      },
    };
  },
});

const getOwnVersion = createVersionByKey([
  { table: mentionTotals, key: mentionTotals.userID },
  { table: alertWords, key: alertWords.userID },
]);
const getWordVersion = createVersionByKey([{ table: alertWordTotals, key: alertWordTotals.word }]);

const computeVersion = (context: Context, { userID }: Caller): Version =>
  Math.max(
    getOwnVersion(context, userID),
    ...listWords(context, 'alert', userID).map((word) => getWordVersion(context, word)),
  );

/** Presents alert words that occurred at least once. */
function presentAlerts(context: Context, { userID }: Caller, isOn: Readonly<Record<Place, boolean>>) {
  const counts = findAlertCounts(context.db, userID).map(({ word, ...count }) => ({
    word,
    forum: isOn.forum ? { total: count.forumTotal, viewed: count.forumViewed } : noCount,
    microblog: isOn.microblog ? { total: count.microblogTotal, viewed: count.microblogViewed } : noCount,
  }));
  return counts
    .filter(({ forum, microblog }) => forum.total + microblog.total > 0)
    .map(({ word, forum, microblog }) => ({
      alertword: word,
      microblogMentionCount: microblog.total,
      newMicroblogMentionCount: countSinceLastView(microblog),
      forumMentionCount: forum.total,
      newForumMentionCount: countSinceLastView(forum),
    }));
}
