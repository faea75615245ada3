import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { fileReport } from '#core/reports/index.ts';
import { fezContent, postContent } from './content.ts';
import { type FoundFez, fezToReport } from './find-fez.ts';
import { livePost } from './find-post.ts';

/** Reports what a fez says (fez rule 52). To be called inside a transaction. */
export function reportFez(context: Context, caller: Caller, fezID: string, message: string): void {
  const { fez } = refuseUnreportable(fezToReport(context, caller, fezID));
  fileReport(context, caller, fezContent(fez), message);
}

/** Reports a post (fez rule 52). To be called inside a transaction. */
export function reportPost(context: Context, caller: Caller, postID: number, message: string): void {
  const row = livePost(context, caller, postID);
  refuseUnreportable(fezToReport(context, caller, row.fezID, 'post'));
  fileReport(context, caller, postContent(row), message);
}

function refuseUnreportable(found: FoundFez): FoundFez {
  if (!found.kind.isReportable) throw forbidden('what is said here cannot be reported');
  return found;
}
