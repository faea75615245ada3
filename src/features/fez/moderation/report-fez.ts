import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { fileReport } from '#core/reports/index.ts';
import { type FezAccess, getLivePost, getReportableFez } from '../access.ts';
import { describeFez, describePost } from '../lifecycle/content.ts';

/** Reports what a fez says (fez rule 52). Throws forbidden for a kind that cannot be reported (moderation rule R4). */
export function reportFez(context: WriteContext, caller: Caller, fezID: string, message: string): void {
  const { fez } = assertReportable(getReportableFez(context, caller, fezID));
  fileReport(context, caller, describeFez(fez), message);
}

/** Reports a post, as `reportFez` does (fez rule 52). */
export function reportPost(context: WriteContext, caller: Caller, postID: number, message: string): void {
  const row = getLivePost(context, caller, postID);
  assertReportable(getReportableFez(context, caller, row.fezID, 'post'));
  fileReport(context, caller, describePost(row), message);
}

function assertReportable(access: FezAccess): FezAccess {
  if (!access.kind.isReportable) throw forbidden('Closed chats and personal events cannot be reported.');
  return access;
}
