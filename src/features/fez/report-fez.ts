import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { fileReport } from '#core/reports/index.ts';
import { describeFez, describePost } from './content.ts';
import { type FezAccess, getReportableFez } from './find-fez.ts';
import { getLivePost } from './find-post.ts';

/** Reports what a fez says (fez rule 52). To be called inside a transaction. */
export function reportFez(context: Context, caller: Caller, fezID: string, message: string): void {
  const { fez } = assertReportable(getReportableFez(context, caller, fezID));
  fileReport(context, caller, describeFez(fez), message);
}

/** Reports a post (fez rule 52). To be called inside a transaction. */
export function reportPost(context: Context, caller: Caller, postID: number, message: string): void {
  const row = getLivePost(context, caller, postID);
  assertReportable(getReportableFez(context, caller, row.fezID, 'post'));
  fileReport(context, caller, describePost(row), message);
}

function assertReportable(found: FezAccess): FezAccess {
  if (!found.kind.isReportable) throw forbidden('what is said here cannot be reported');
  return found;
}
