import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { AppError, malformed } from '#contract/errors.ts';
import { writeNewFile } from '#platform/files/write-new-file.ts';
import { parsePictureName } from '#platform/pictures/picture-name.ts';

/** Names in the zip, below its one top folder (admin rule A20). */
export const listName = 'userfile.json';
export const pictureFolder = 'userImages';

/** Limits of a zip (decision 85). */
const maxEntries = 50_000;
const maxUnpackedBytes = 8 * 2 ** 30;
/** Limited because the whole list is read into memory. */
const maxListBytes = 32 * 2 ** 20;
/** Text compresses to a thirtieth; anything below a two-hundredth is a zip bomb. */
const maxRatio = 200;
/** Small files may have any ratio: an empty file has none. */
const freeBytes = 2 ** 20;

const tooLarge = (reason: string) => new AppError('tooLarge', reason);
const unreadable = (reason: string) => malformed(`The file cannot be used: ${reason}.`, 'unreadableFile');

/**
 * Unpacks a zip of people into a folder: the list and, in a subfolder, the pictures; ignores everything else. Throws
 * 400 or 413 for a zip that is damaged, truncated, too large or malicious; the caller then deletes the folder.
 */
export async function unpackUserFile(zipFile: string, folder: string): Promise<void> {
  await mkdir(join(folder, pictureFolder), { recursive: true, mode: 0o700 });
  const zip = await openZip(zipFile);
  try {
    const entries = await readEntries(zip);
    await assertAllRead(zip, zipFile);
    assertBounded(entries);
    for (const [place, entry] of selectEntries(entries)) await extract(zip, entry, join(folder, place));
  } catch (error) {
    throw error instanceof AppError ? error : describeDamage(error);
  } finally {
    zip.close();
  }
}

/** The library's messages are about headers and signatures; a disk error isn't the file's fault. */
function describeDamage(error: unknown): unknown {
  if (!(error instanceof Error) || 'syscall' in error) return error;
  return unreadable(`it isn't a zip, or it's damaged or incomplete (${error.message})`);
}

/**
 * The library rejects absolute paths, `..`, backslashes and sizes that differ from the directory; we have to reject
 * encryption ourselves.
 */
const options = {
  lazyEntries: true,
  autoClose: false,
  decodeStrings: true,
  validateEntrySizes: true,
  strictFileNames: true,
} as const;

async function openZip(file: string): Promise<yauzl.ZipFile> {
  try {
    return await new Promise((resolve, reject) => {
      yauzl.open(file, options, (error, zip) => (error ? reject(error) : resolve(zip)));
    });
  } catch (error) {
    throw describeDamage(error);
  }
}

/** The zip's own directory; each entry is checked when it is read. */
function readEntries(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  if (zip.entryCount > maxEntries) throw tooLarge(`The zip may hold at most ${maxEntries} files.`);
  const entries: yauzl.Entry[] = [];
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry);
      if (entry.isEncrypted()) reject(unreadable(`${entry.fileName} is encrypted`));
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

const entrySignature = 0x02014b50;

/** The library reads as many entries as the zip declares: one more after them was meant to go unnoticed. */
async function assertAllRead({ readEntryCursor }: yauzl.ZipFile, file: string): Promise<void> {
  const handle = await open(file);
  try {
    // The types confuse the offset with a flag.
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, Number(readEntryCursor));
    if (buffer.readUInt32LE() === entrySignature) throw unreadable('it holds more files than it says');
  } finally {
    await handle.close();
  }
}

function assertBounded(entries: readonly yauzl.Entry[]): void {
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > maxUnpackedBytes) throw tooLarge(`The files in the zip may have at most ${maxUnpackedBytes} bytes.`);
  for (const { fileName, compressedSize, uncompressedSize } of entries) {
    if (uncompressedSize > freeBytes + maxRatio * compressedSize) {
      throw tooLarge(`${fileName} grows to more than ${maxRatio} times its size.`);
    }
  }
}

const isFolder = ({ fileName }: yauzl.Entry): boolean => fileName.endsWith('/');
/** Entries that some systems' archivers add. */
const isArchiverMetadata = ({ fileName }: yauzl.Entry): boolean =>
  fileName.startsWith('__MACOSX/') || fileName.endsWith('.DS_Store');

/** The one folder that contains everything. */
function findTopFolder(entries: readonly yauzl.Entry[]): string {
  const files = entries.filter((entry) => !isFolder(entry) && !isArchiverMetadata(entry));
  const tops = new Set(files.map(({ fileName }) => fileName.slice(0, fileName.indexOf('/') + 1)));
  const [top] = tops;
  if (top === undefined) throw unreadable('it is empty');
  if (tops.size > 1) throw unreadable('it has more than one folder at its top');
  const lists = files.filter(({ fileName }) => fileName === `${top}${listName}`);
  if (lists.length !== 1) throw unreadable(`it has ${lists.length === 0 ? 'no' : 'more than one'} ${top}${listName}`);
  return top;
}

/** The entries to extract, by their path below the folder: two names may mean the same path. */
function selectEntries(entries: readonly yauzl.Entry[]): ReadonlyMap<string, yauzl.Entry> {
  const top = findTopFolder(entries);
  const wanted = new Map<string, yauzl.Entry>();
  for (const entry of entries) {
    const place = getTargetPath(entry, top);
    if (place === undefined) continue;
    if (wanted.has(place)) throw unreadable(`it has ${place} twice`);
    wanted.set(place, entry);
  }
  return wanted;
}

/**
 * Returns where an entry goes below the folder; undefined for an entry to ignore. Pictures get names that we generate.
 */
function getTargetPath(entry: yauzl.Entry, top: string): string | undefined {
  const { fileName, uncompressedSize } = entry;
  if (isFolder(entry) || isArchiverMetadata(entry)) return undefined;
  const name = fileName.slice(top.length);
  if (name === listName) {
    if (uncompressedSize > maxListBytes) throw tooLarge(`${listName} may have at most ${maxListBytes} bytes.`);
    return listName;
  }
  const [folder, picture, ...rest] = name.split('/');
  const stored = folder === pictureFolder && rest.length === 0 ? parsePictureName(picture ?? '') : undefined;
  return stored && join(pictureFolder, stored);
}

async function extract(zip: yauzl.ZipFile, entry: yauzl.Entry, place: string): Promise<void> {
  const content = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
  let checksum = 0;
  async function* checked(): AsyncIterable<Buffer> {
    for await (const chunk of content) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  }
  await writeNewFile(place, checked());
  if (checksum !== entry.crc32) throw unreadable(`${entry.fileName} is damaged`);
}
