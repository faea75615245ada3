import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { fileReport } from '#core/reports/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getForum, getPost } from '../access.ts';
import { setPostState } from '../posts/text-effects.ts';
import { describeForum, describePost } from '../threads/content.ts';
import { saveForum } from '../threads/store.ts';

/** Reports a forum; enough reports hide its title (forums rules B44 and B45). */
export function reportForum(context: WriteContext, caller: Caller, forumID: string, message: string): void {
  const { forum } = getForum(context, caller, forumID);
  fileReport(context, caller, describeForum(forum), message, {
    state: forum.moderationState,
    threshold: getServerSettings(context).forumAutoQuarantineThreshold,
    quarantine: () => saveForum(context, forumID, { moderationState: 'autoQuarantined' }),
  });
}

/** Reports a post; enough reports hide what it says (forums rules B44 and B45). */
export function reportPost(context: WriteContext, caller: Caller, postID: number, message: string): void {
  const { post } = getPost(context, caller, postID);
  fileReport(context, caller, describePost(post), message, {
    state: post.moderationState,
    threshold: getServerSettings(context).postAutoQuarantineThreshold,
    quarantine: () => setPostState(context, post, 'autoQuarantined'),
  });
}
