import { type Context, createOncePerInstance } from '#area/context.ts';
import { isPictureName } from '#platform/pictures/picture-name.ts';
import { invalidateThumbnail } from './stored-picture.ts';

const getPendingMoves = createOncePerInstance(() => new Set<Promise<void>>());

/**
 * Archives a replaced or removed picture once that is durable: deletes its full size and moves its thumbnail to where
 * moderators find it (core rule 86). Does nothing if no picture has the name.
 */
export function archivePicture(context: Context, name: string): void {
  if (!isPictureName(name)) return;
  context.db.afterCommit(() => {
    const moving = moveFiles(context, name).catch((error: unknown) => {
      context.log.error({ name, error: String(error) }, 'could not archive a removed picture');
    });
    getPendingMoves(context).add(moving);
    void moving.finally(() => getPendingMoves(context).delete(moving));
  });
}

/** Resolves once the files of all pictures archived so far have been moved, so that the response comes after that. */
export async function waitForArchiving(context: Context): Promise<void> {
  await Promise.all(getPendingMoves(context));
}

async function moveFiles(context: Context, name: string): Promise<void> {
  const { full, thumb, archive } = context.pictures;
  try {
    await context.db.whenDurable();
    await Promise.all([full.remove(name), thumb.move(name, archive)]);
  } finally {
    invalidateThumbnail(context, name);
  }
}
