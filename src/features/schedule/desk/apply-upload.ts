import type { Context, Write, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict } from '#contract/errors.ts';
import { loadPlansOfListeners } from '../changes/plan.ts';
import { compareSchedule } from '../import/compare-schedule.ts';
import { type RenderedDifference, renderDifferenceYielding } from '../import/render-difference.ts';
import { changeSchedule } from '../log/log-change.ts';
import { findChangeByOthers } from '../log/store.ts';
import { listAllEvents } from '../store.ts';
import { lockSchedule } from './lock-schedule.ts';
import { findNewestEntryID } from './store.ts';
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
    const comparison = await compareBeforehand(context, upload);
    write((context) => applyParsedUpload(context, caller, { ...upload, ...comparison }, options));
  });

/** An upload with its difference to the schedule, up to an entry of the schedule's log. */
interface ComparedUpload extends ReadUpload {
  readonly newestEntryID: number;
  readonly difference: RenderedDifference;
}

/** Renders the difference before the write: for 20 events with 2,000 followers that's a quarter of the whole work. */
async function compareBeforehand(context: Context, { events }: ReadUpload) {
  const newestEntryID = findNewestEntryID(context.db);
  const plan = compareSchedule(listAllEvents(context.db), events);
  return { newestEntryID, difference: await renderDifferenceYielding(context, plan) };
}

function applyParsedUpload(
  context: WriteContext,
  { userID }: Caller,
  upload: ComparedUpload,
  { processDeletes = false, forumPosts = false }: ApplyOptions,
): void {
  assertNoChangesByOthers(context, userID, upload);
  const compared = compareSchedule(listAllEvents(context.db), upload.events);
  const plan = processDeletes ? compared : { ...compared, deleted: [] };
  const isSame = findNewestEntryID(context.db) === upload.newestEntryID;
  changeSchedule(context, plan, {
    ...{ action: 'apply', userID, postsNotices: forumPosts, compared },
    ...(isSame && { difference: upload.difference }),
  });
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
