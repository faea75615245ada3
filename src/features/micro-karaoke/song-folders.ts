import { existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/** The description of a song in its folder (libraries, Song folders). */
const SongInfo = v.object({
  songname: v.string(),
  artist: v.string(),
  totalSnippets: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
  bpm: v.pipe(v.number(), v.integer()),
  allowAdds: v.boolean(),
  durations: v.array(v.pipe(v.number(), v.finite())),
});

/** A song that users can sing. */
export interface Song {
  readonly name: string;
  readonly artist: string;
  readonly slots: number;
  readonly bpm: number;
  /** Whether new instances of the song may be started. */
  readonly isOpen: boolean;
  readonly durations: readonly number[];
}

/** The file in a song's folder that describes it. */
export const infoFile = 'songinfo.json';
const maxInfoBytes = 256 * 1024;
const maxLyricBytes = 64 * 1024;

/** Returns whether a name is safe for songs and their files: no separators, leading dots or control characters. */
export const isSafeFileName = (name: string): boolean => /^[^./\\\p{Cc}][^/\\\p{Cc}]{0,199}$/u.test(name);

/** Returns the folder of the songs. */
export const getSongsFolder = ({ config }: Context): string => join(config.folders.data, 'microkaraoke');

/** Reads the song with this name from its folder. Throws UnreadableFile if it isn't a song (libraries rule M21). */
export async function readSong(folder: string, name: string): Promise<Song> {
  if (!isSafeFileName(name)) throw new UnreadableFile(`${JSON.stringify(name)} cannot be the name of a song`);
  const file = join(folder, infoFile);
  const info = v.safeParse(SongInfo, await readInfo(file));
  if (!info.success) {
    const [issue] = info.issues;
    throw new UnreadableFile(`${file}: ${v.getDotPath(issue) ?? 'it'} is not as it must be: ${issue.message}`);
  }
  const { songname, artist, totalSnippets: slots, bpm, allowAdds: isOpen, durations } = info.output;
  if (songname !== name) throw new UnreadableFile(`${file}: songname is "${songname}" and the folder "${name}"`);
  if (durations.length !== slots)
    throw new UnreadableFile(`${file}: durations has ${durations.length} entries for ${slots} snippets`);
  return { name, artist, slots, bpm, isOpen, durations };
}

async function readInfo(file: string): Promise<unknown> {
  try {
    const { size } = await stat(file);
    if (size > maxInfoBytes) throw new UnreadableFile(`${file} is larger than ${maxInfoBytes} bytes`);
    return JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** The contents of a folder of songs. */
export interface FoundSongs {
  readonly songs: readonly Song[];
  /** Error messages about folders without a song. */
  readonly faults: readonly string[];
}

/** Reads all songs in a folder, by name. */
export async function readSongs(folder: string): Promise<FoundSongs> {
  const songs: Song[] = [];
  const faults: string[] = [];
  for (const name of await listFolders(folder)) {
    try {
      songs.push(await readSong(join(folder, name), name));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      faults.push(error.message);
    }
  }
  return { songs, faults };
}

/** Lists the names of subfolders. Returns none if the folder doesn't exist. */
async function listFolders(folder: string): Promise<string[]> {
  if (!isFolder(folder)) return [];
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  return names.filter((name) => isFolder(join(folder, name))).toSorted();
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The crew may add songs at any time. They show up within two seconds (decision 47). */
const maxAgeMilliseconds = 2000;

const getSongsCache = createOncePerInstance((): { at: number; found: Promise<FoundSongs> | undefined } => ({
  at: 0,
  found: undefined,
}));

/** Returns the songs of the instance, cached briefly. */
export function loadSongs(context: Context): Promise<FoundSongs> {
  const read = getSongsCache(context);
  const now = context.clock.steadyNow();
  if (read.found && now - read.at < maxAgeMilliseconds) return read.found;
  read.at = now;
  read.found = readSongs(getSongsFolder(context));
  return read.found;
}

/** Returns whether this slot is filled with a video from the song's folder. */
export const hasFiller = (context: Context, song: string, slot: number): boolean =>
  existsSync(join(getSongsFolder(context), song, String(slot), 'fill.mp3'));

/**
 * Returns the lyrics of a slot, or an empty string if it has none. Reads synchronously: the file is small and the
 * response needs it.
 */
export function readLyrics(context: Context, song: string, slot: number): string {
  const file = join(getSongsFolder(context), song, String(slot), 'lyric.txt');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY;
  return size <= maxLyricBytes ? readFileSync(file, 'utf8') : '';
}
