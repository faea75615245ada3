import { join } from 'node:path';
import { clipFolder, clipNaming } from '#features/micro-karaoke/index.ts';
import { createFileStore, type FileStore } from '#platform/files/file-store.ts';

const pictureKinds = ['full', 'thumb', 'archive'] as const;

/** Folders of uploads, in an instance and in every backup; the clips may be left out (decision 65). */
export const uploadKinds = [...pictureKinds, clipFolder] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** Returns the kinds that a backup contains. */
export const listUploadKinds = ({
  withoutClips = false,
}: {
  withoutClips?: boolean | undefined;
}): readonly UploadKind[] => (withoutClips ? pictureKinds : uploadKinds);

/** Lists the files of one kind. */
export const openUploads = (images: string, kind: UploadKind): FileStore =>
  createFileStore(join(images, kind), kind === clipFolder ? clipNaming : undefined);
