import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { malformed } from '#contract/errors.ts';
import { removePathAsync, renamePathAsync } from '#platform/files/files.ts';
import { createLimiter } from '#platform/limits/limiter.ts';
import { type People, readPeople } from './people.ts';
import { listName, pictureFolder, unpackUserFile } from './unpack.ts';

/** An unpacked file of people: its list, and the paths of its pictures. */
export interface UnpackedFile {
  readonly people: People;
  /** Returns the path of a picture; undefined if the file doesn't have it. */
  findPicture(name: string): string | undefined;
}

const limiter = createOncePerInstance(() => createLimiter('user files', { maxRunning: () => 1, maxWaiting: 8 }));

/** Runs work on such files one at a time. */
export const runOneAtATime = <Result>(context: Context, work: () => Promise<Result>): Promise<Result> =>
  limiter(context).run(work);

const getUploadFolder = ({ config }: Context): string => join(config.folders.data, 'userfile');

/** Unpacks a zip and stores it, replacing an earlier one; a rejected zip changes nothing (admin rule A21). */
export async function storeUpload(context: Context, zipFile: string): Promise<void> {
  await withUnpacked(context, zipFile, async (folder) => {
    await openUnpacked(folder);
    await discardUpload(context);
    await renamePathAsync(folder, getUploadFolder(context));
  });
}

/** Unpacks a zip for the duration of `work`. */
export async function useStoredUpload<Result>(
  context: Context,
  zipFile: string,
  work: (file: UnpackedFile) => Promise<Result>,
): Promise<Result> {
  return withUnpacked(context, zipFile, async (folder) => work(await openUnpacked(folder)));
}

/** In its own folder, named so that the next start deletes it. */
async function withUnpacked<Result>(
  { config }: Context,
  zipFile: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(config.folders.incoming, `upload-${randomUUID()}`);
  try {
    await unpackUserFile(zipFile, folder);
    return await work(folder);
  } finally {
    await removePathAsync(folder);
  }
}

/** Returns the uploaded file. Throws 400 if there is none (admin rule A22). */
export async function openUpload(context: Context): Promise<UnpackedFile> {
  const folder = getUploadFolder(context);
  if (!existsSync(folder)) throw malformed('There is no file to import: upload one first.', 'nothingUploaded');
  return openUnpacked(folder);
}

/** Deletes the uploaded file, if any. */
export async function discardUpload(context: Context): Promise<void> {
  await removePathAsync(getUploadFolder(context));
}

async function openUnpacked(folder: string): Promise<UnpackedFile> {
  const people = readPeople(await readFile(join(folder, listName), 'utf8'));
  return {
    people,
    findPicture(name) {
      const file = join(folder, pictureFolder, name);
      return existsSync(file) ? file : undefined;
    },
  };
}
