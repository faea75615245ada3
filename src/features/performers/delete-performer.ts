import type { WriteContext } from '#area/context.ts';
import { getPerformer } from './list-performers.ts';
import { retirePhoto } from './save-profile.ts';
import { deleteLinksOf, updatePerformers } from './store.ts';
import type { PerformerRow } from './tables.ts';

/** Deletes a visible performer and their links (schedule rule 74). Throws not-found. */
export const deletePerformer = (context: WriteContext, id: string): void =>
  deletePerformers(context, [getPerformer(context, id).row]);

/** Deletes performers and their links. Moves their pictures to where only moderators can see them. */
export function deletePerformers(context: WriteContext, rows: readonly PerformerRow[]): void {
  const ids = rows.map(({ id }) => id);
  deleteLinksOf(context.db, ids);
  for (const row of rows) retirePhoto(context, row);
  updatePerformers(context.db, ids, { photo: null, photoAddress: null, deletedAt: context.clock.now() });
}
