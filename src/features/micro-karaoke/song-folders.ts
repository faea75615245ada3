import { existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Context, createOncePerInstance } from '#area/context.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';

/** A song as its folder describes it (libraries, Song folders). */
const SongInfo = v.object({
  songname: v.string(),
  artist: v.string(),
  totalSnippets: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
  bpm: v.pipe(v.number(), v.integer()),
  allowAdds: v.boolean(),
  durations: v.array(v.pipe(v.number(), v.finite())),
});

/** A song that can be sung. */
export interface Song {
  readonly name: string;
  readonly artist: string;
  readonly slots: number;
  readonly bpm: number;
  /** May new instances be started? */
  readonly isOpen: boolean;
  readonly durations: readonly number[];
}

/** What describes a song, in its folder. */
export const infoFile = 'songinfo.json';
const maxInfoBytes = 256 * 1024;
const maxLyricBytes = 64 * 1024;

/** Of songs and their files: nothing that leads anywhere else, or that cannot be seen. */
export const isPlainName = (name: string): boolean => /^[^./\\\p{Cc}][^/\\\p{Cc}]{0,199}$/u.test(name);

/** Where the songs lie. */
export const locateSongs = ({ config }: Context): string => join(config.folders.data, 'microkaraoke');

/** The song in this folder of this name. Throws UnreadableFile for what is no song (libraries rule M21). */
export async function readSong(folder: string, name: string): Promise<Song> {
  if (!isPlainName(name)) throw new UnreadableFile(`${JSON.stringify(name)} cannot be the name of a song`);
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

/** What was found in a folder of songs. */
export interface FoundSongs {
  readonly songs: readonly Song[];
  /** Sentences on folders that hold no song. */
  readonly faults: readonly string[];
}

/** All songs in a folder, by name. */
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

/** Names of the folders in a folder; none where there is no such folder. */
async function listFolders(folder: string): Promise<string[]> {
  if (!isFolder(folder)) return [];
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  return names.filter((name) => isFolder(join(folder, name))).toSorted();
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The crew may add songs at any time; they are there within two seconds (decision 47). */
const maxAgeMilliseconds = 2000;

const songsRead = createOncePerInstance((): { at: number; found: Promise<FoundSongs> | undefined } => ({
  at: 0,
  found: undefined,
}));

/** The songs of the instance, as of a moment ago. */
export function loadSongs(context: Context): Promise<FoundSongs> {
  const read = songsRead(context);
  const now = context.clock.steadyNow();
  if (read.found && now - read.at < maxAgeMilliseconds) return read.found;
  read.at = now;
  read.found = readSongs(locateSongs(context));
  return read.found;
}

/** Is this slot filled with a video of the song's own? */
export const hasFiller = (context: Context, song: string, slot: number): boolean =>
  existsSync(join(locateSongs(context), song, String(slot), 'fill.mp3'));

/** What is to be sung in a slot; empty where nothing is said of it. One small file, since the response must have it. */
export function readLyrics(context: Context, song: string, slot: number): string {
  const file = join(locateSongs(context), song, String(slot), 'lyric.txt');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY;
  return size <= maxLyricBytes ? readFileSync(file, 'utf8') : '';
}
