import type { Context, Write, WriteContext } from '#area/context.ts';
import { planAndApply } from '../dependencies.ts';
import { deleteLinks, insertLinks } from '../store.ts';
import { type LinkPlan, planLinks } from './plan-links.ts';

/**
 * Links official performers to the events in the uploaded workbook (schedule rule 76). Throws 400 without an upload,
 * 409 if other users change too much.
 */
export const applyLinks = (context: Context, write: Write): Promise<void> =>
  planAndApply(context, () => planLinks(context), write, replaceLinks);

function replaceLinks(context: WriteContext, { removed, added }: LinkPlan): void {
  deleteLinks(context.db, removed);
  insertLinks(context.db, added);
}
