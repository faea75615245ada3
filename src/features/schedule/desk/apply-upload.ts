import type { Context, Write, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict } from '#contract/errors.ts';
import { loadPlansOfListeners } from '../changes/plan.ts';
import { compareSchedule } from '../import/compare-schedule.ts';
import { changeSchedule } from '../log/log-change.ts';
import { findChangeByOthers } from '../log/store.ts';
import { listAllEvents } from '../store.ts';
import { lockSchedule } from './lock-schedule.ts';
import { type ReadUpload, readUpload } from './upload-schedule.ts';

/** What to do in addition to changing and adding events (schedule rules 45 to 48). */
export interface ApplyOptions {
  readonly processDeletes?: boolean;
  readonly forumPosts?: boolean;
}

/**
 * Applies the upload to the schedule (schedule rules 44 to 50). Throws 400 without a readable upload, 409 while the
 * desk is held, and 409 if another user has changed events since the upload was compared.
 */
export const applyUpload = (context: Context, caller: Caller, options: ApplyOptions, write: Write): Promise<void> =>
  lockSchedule(context, 'A schedule change', async () => {
    const upload = await readUpload(context);
    await loadPlansOfListeners(context);
    write((context) => applyParsedUpload(context, caller, upload, options));
  });

function applyParsedUpload(
  context: WriteContext,
  { userID }: Caller,
  upload: ReadUpload,
  { processDeletes = false, forumPosts = false }: ApplyOptions,
): void {
  assertNoChangesByOthers(context, userID, upload);
  const compared = compareSchedule(listAllEvents(context.db), upload.events);
  const plan = processDeletes ? compared : { ...compared, deleted: [] };
  changeSchedule(context, plan, { action: 'apply', userID, postsNotices: forumPosts, compared });
}

/** Accepts an upload that was never compared (decision 78). */
function assertNoChangesByOthers({ db }: Context, userID: string, { comparedAfter }: ReadUpload): void {
  const change = comparedAfter === null ? undefined : findChangeByOthers(db, comparedAfter, userID);
  if (!change) return;
  throw conflict(
    'changedMeanwhile',
    `Others have changed events since this file was compared with them (entry ${change.id} of the log): compare it again.`,
  );
}
