import { type Context, transact } from '#area/context.ts';
import { archivePicture, waitForArchiving } from '#core/images/index.ts';
import { listDeletedPictures } from './store.ts';

/** Removes pictures of deleted photos that an interrupted deletion left in public storage. */
export async function removeOrphanedPictures(context: Context): Promise<readonly string[]> {
  const { full, thumb } = context.pictures;
  for (const name of listDeletedPictures(context.db)) {
    if (!(await full.describe(name)) && !(await thumb.describe(name))) continue;
    transact(context, (context) => archivePicture(context, name));
  }
  await waitForArchiving(context);
  return [];
}
