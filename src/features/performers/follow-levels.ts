import type { LevelChange } from '#area/area.ts';
import type { WriteContext } from '#area/context.ts';
import { invalidatePerformers } from './directory.ts';
import { findOwnedPerformer } from './store.ts';

/** What somebody made of themselves goes when they are banned, and comes back with them (decision 83). */
export function showOrHideOwnPerformer(context: WriteContext, { userID }: LevelChange): void {
  const own = findOwnedPerformer(context.db, userID);
  if (own) invalidatePerformers(context, [own.id]);
}
