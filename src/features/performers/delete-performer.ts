import type { WriteContext } from '#area/context.ts';
import { invalidateLinks, invalidatePerformers } from './directory.ts';
import { getPerformer } from './list-performers.ts';
import { retirePhoto } from './save-profile.ts';
import { deleteLinksOf, updatePerformer } from './store.ts';
import type { PerformerRow } from './tables.ts';

/** Deletes a performer who is shown, and their links (schedule rule 74). Throws not-found. */
export const deletePerformer = (context: WriteContext, id: string): void =>
  deletePerformerRow(context, getPerformer(context, id).row);

/** Deletes a performer and their links; the picture goes to where moderators alone find it. */
export function deletePerformerRow(context: WriteContext, row: PerformerRow): void {
  deleteLinksOf(context.db, [row.id]);
  retirePhoto(context, row);
  updatePerformer(context.db, row.id, { photo: null, photoAddress: null, deletedAt: context.clock.now() });
  invalidatePerformers(context, [row.id]);
  invalidateLinks(context);
}
