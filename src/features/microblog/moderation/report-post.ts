import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { fileReport } from '#core/reports/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getPost } from '../access.ts';
import { describePost } from '../content.ts';
import { setPostState } from './set-post-state.ts';

/** Reports a post; many reports hide it (forums rules B44 and B45). Throws 404, or 409 for a second report. */
export function reportPost(context: WriteContext, caller: Caller, postID: number, message: string): void {
  const post = getPost(context, caller, postID);
  fileReport(context, caller, describePost(post), message, {
    state: post.moderationState,
    threshold: getServerSettings(context).postAutoQuarantineThreshold,
    quarantine: () => setPostState(context, post.id, 'autoQuarantined'),
  });
}
