import { join } from 'node:path';
import { clipFolder, clipNaming } from '#features/micro-karaoke/index.ts';
import { createFileStore, type FileStore } from '#platform/files/file-store.ts';

const pictureKinds = ['full', 'thumb', 'archive'] as const;

/** Folders of what users uploaded, in an instance and in every backup; that of clips may be left out (decision 65). */
export const uploadKinds = [...pictureKinds, clipFolder] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** The kinds that are in a backup. */
export const listUploadKinds = ({
  withoutClips = false,
}: {
  withoutClips?: boolean | undefined;
}): readonly UploadKind[] => (withoutClips ? pictureKinds : uploadKinds);

/** The files of one kind. */
export const openUploads = (images: string, kind: UploadKind): FileStore =>
  createFileStore(join(images, kind), kind === clipFolder ? clipNaming : undefined);
