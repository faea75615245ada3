import { type Context, createOncePerInstance } from '#area/context.ts';
import type { FileStore } from '#platform/files/file-store.ts';

const getMeasurement = createOncePerInstance((): { bytes?: number } => ({}));

/** Returns the bytes of all stored pictures at the last measurement; undefined until then. */
export const getPictureBytes = (context: Context): number | undefined => getMeasurement(context).bytes;

/** Measures all pictures and reports their number. Yields between pictures while waiting for the disk. */
export async function measurePictures(context: Context, stopping: AbortSignal): Promise<string> {
  const { full, thumb, archive } = context.pictures;
  let [bytes, files] = [0, 0];
  for (const store of [full, thumb, archive]) {
    for await (const size of listSizes(store)) {
      if (stopping.aborted) return 'interrupted';
      bytes += size;
      files += 1;
    }
  }
  getMeasurement(context).bytes = bytes;
  return `${files} files, ${bytes} bytes`;
}

async function* listSizes(store: FileStore): AsyncIterable<number> {
  for await (const name of store.names()) yield (await store.describe(name))?.size ?? 0;
}
