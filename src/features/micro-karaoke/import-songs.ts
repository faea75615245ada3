import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from '#area/context.ts';
import { removePathAsync, renamePathAsync } from '#platform/files/files.ts';
import {
  type ImportOptions,
  type ImportOutcome,
  limitWarnings,
  nothingImported,
} from '#platform/import/import-outcome.ts';
import { takeExcerpt, UnreadableFile } from '#platform/import/unreadable-file.ts';
import { type FoundSongs, getSongsFolder, infoFile, readSong, readSongs, type Song } from './song-folders.ts';

/** Larger than any file of a song. */
const maxFileBytes = 200 * 1024 * 1024;

const slotFiles = ['lyric.txt', 'listen.mp3', 'record.mp3'];
const fillerFiles = ['fillVideoPortrait.mp4', 'fillVideoLandscape.mp4'];
const fillerFileName = 'fill.mp3';

/** A song to import: its folder and its files, as paths in that folder. */
interface FoundSong extends Song {
  readonly folder: string;
  readonly files: readonly string[];
}

/**
 * Imports songs for clip karaoke from a folder of songs or from the folder of one song. Other songs stay (libraries,
 * Song folders). Throws UnreadableFile if there is no song, or if one is incomplete and `force` isn't set.
 */
export async function importSongs(context: Context, path: string, options: ImportOptions): Promise<ImportOutcome> {
  const { songs, faults } = await findSongs(resolve(path));
  if (songs.length === 0)
    throw new UnreadableFile(`${path} contains no songs${faults.length > 0 ? `: ${faults[0]}` : ''}.`);
  if (faults.length > 0 && !options.force)
    throw new UnreadableFile(`${faults[0]} (${faults.length} such songs; --force skips them).`);
  if (!options.dryRun) await finishInterruptedImport(getSongsFolder(context));
  const counts = { added: 0, changed: 0, unchanged: 0 };
  const changes: string[] = [];
  for (const song of songs) {
    const place = join(getSongsFolder(context), song.name);
    const change = await compareWithStored(song, place);
    counts[change] += 1;
    if (change !== 'unchanged') changes.push(`${change} "${takeExcerpt(song.name)}"`);
    if (change !== 'unchanged' && !options.dryRun) await replaceSong(song, place);
  }
  return {
    ...nothingImported,
    ...counts,
    changes,
    notes: ['Songs not in the folder are unchanged.'],
    warnings: limitWarnings(faults.map((fault) => `A song was skipped: ${fault}`)),
  };
}

async function findSongs(folder: string): Promise<{ songs: FoundSong[]; faults: string[] }> {
  const isSong = existsSync(join(folder, infoFile));
  const home = isSong ? dirname(folder) : folder;
  const found = isSong ? await readSingleSong(folder) : await readSongs(folder);
  const songs: FoundSong[] = [];
  const faults = [...found.faults];
  for (const song of found.songs) {
    const place = join(home, song.name);
    const files = listFiles(song, place);
    const fault = await findSongFault(place, files);
    if (fault === undefined) songs.push({ ...song, folder: place, files });
    else faults.push(fault);
  }
  return { songs, faults };
}

const readSingleSong = async (folder: string): Promise<FoundSongs> => ({
  songs: [await readSong(folder, basename(folder))],
  faults: [],
});

function listFiles({ slots }: Song, folder: string): string[] {
  const ofSlots = Array.from({ length: slots }, (_, slot) => {
    const isFiller = existsSync(join(folder, String(slot), fillerFileName));
    const names = isFiller ? [...slotFiles, fillerFileName, ...fillerFiles] : slotFiles;
    return names.map((name) => join(String(slot), name));
  });
  return [infoFile, 'karaokeAudio.mp3', ...ofSlots.flat()];
}

/** Returns what is wrong with a song, or undefined if it's complete. */
async function findSongFault(folder: string, files: readonly string[]): Promise<string | undefined> {
  for (const name of files) {
    const file = join(folder, name);
    const facts = existsSync(file) ? await stat(file) : undefined;
    if (!facts?.isFile()) return `${file} is missing`;
    if (facts.size > maxFileBytes) return `${file} is larger than 200 MiB`;
  }
  return undefined;
}

async function compareWithStored(song: FoundSong, place: string): Promise<'added' | 'changed' | 'unchanged'> {
  if (!existsSync(place)) return 'added';
  const isSame = await everyAsync(song.files, (file) => isSameFile(join(song.folder, file), join(place, file)));
  // Detects a removed filler, which would otherwise stay.
  const isSameSong = isSame && listFiles(song, place).length === song.files.length;
  return isSameSong ? 'unchanged' : 'changed';
}

async function everyAsync<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (!(await test(item))) return false;
  return true;
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  if (!existsSync(other) || (await stat(one)).size !== (await stat(other)).size) return false;
  return (await readFile(one)).equals(await readFile(other));
}

const draftFolder = '.importing';
/** The song that's being replaced, in a folder of its name. */
const replacedFolder = '.replaced';

/** Puts a song back that was moved aside when the process ended, and deletes what else an import left behind. */
async function finishInterruptedImport(songs: string): Promise<void> {
  const aside = join(songs, replacedFolder);
  for (const name of existsSync(aside) ? await readdir(aside) : [])
    if (!existsSync(join(songs, name))) await renamePathAsync(join(aside, name), join(songs, name));
  for (const left of [draftFolder, replacedFolder]) await removePathAsync(join(songs, left));
}

/**
 * Writes the song to a temporary folder and then moves it into place, so that singers get either the old files or the
 * new ones.
 */
async function replaceSong({ folder, files }: FoundSong, place: string): Promise<void> {
  const draft = join(dirname(place), draftFolder);
  const aside = join(dirname(place), replacedFolder);
  try {
    for (const file of files) {
      await mkdir(dirname(join(draft, file)), { recursive: true });
      await cp(join(folder, file), join(draft, file));
    }
    await mkdir(aside);
    await moveIntoPlace(draft, place, join(aside, basename(place)));
  } finally {
    await removePathAsync(draft);
  }
  await removePathAsync(aside);
}

async function moveIntoPlace(draft: string, place: string, aside: string): Promise<void> {
  const isThere = existsSync(place);
  if (isThere) await renamePathAsync(place, aside);
  try {
    await renamePathAsync(draft, place);
  } catch (error) {
    if (isThere) await renamePathAsync(aside, place);
    throw error;
  }
}
