import { type Context, createOncePerInstance } from '#area/context.ts';
import { isPictureName } from '#platform/pictures/picture-name.ts';
import { invalidateThumbnail } from './stored-picture.ts';

const runningMoves = createOncePerInstance(() => new Set<Promise<void>>());

/**
 * Takes a picture that was replaced or removed out of sight once the transaction is safe: its full size is deleted, its
 * thumbnail moves to where moderators find it (core rule 86). Does nothing for a name that is no picture's.
 */
export function archivePicture(context: Context, name: string): void {
  if (!isPictureName(name)) return;
  context.db.afterCommit(() => {
    const moving = moveFiles(context, name).catch((error: unknown) => {
      context.log.error({ name, error: String(error) }, 'a picture that was removed could not be taken out of sight');
    });
    runningMoves(context).add(moving);
    void moving.finally(() => runningMoves(context).delete(moving));
  });
}

/** Ends when the pictures archived so far are out of sight, so that a response does not come before that. */
export async function waitForArchiving(context: Context): Promise<void> {
  await Promise.all(runningMoves(context));
}

async function moveFiles(context: Context, name: string): Promise<void> {
  const { full, thumb, archive } = context.pictures;
  try {
    await Promise.all([full.remove(name), thumb.move(name, archive)]);
  } finally {
    invalidateThumbnail(context, name);
  }
}
