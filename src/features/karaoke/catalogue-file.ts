import { createNumbering } from '#core/catalogues/index.ts';
import { deriveUuid } from '#platform/derived-uuid.ts';
import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { doAllInTurns } from '#platform/turns.ts';

/** A song of the file. */
export interface CatalogueSong {
  /** Follows from artist, title and its number among those of both: the same in every file (decision 67). */
  readonly songID: string;
  readonly artist: string;
  readonly title: string;
  readonly isMidi: boolean;
  readonly isVoiceReduced: boolean;
}

/** The id of the `number`-th song of this artist and title. */
export const deriveSongID = (artist: string, title: string, number: number): string =>
  deriveUuid('karaoke song', artist, title, String(number));

/** Several times as many as the largest libraries have. */
const maxSongs = 200_000;

/** The songs of a file, in its order (libraries, Catalogue files). Throws UnreadableFile for one without any. */
export async function readSongs(text: string): Promise<CatalogueSong[]> {
  const songs: CatalogueSong[] = [];
  const nextNumber = createNumbering();
  await doAllInTurns(listLines(text), (line) => {
    const song = readSong(line, nextNumber);
    if (song) songs.push(song);
  });
  if (songs.length === 0) throw new UnreadableFile('The file has no songs: a line is an artist, a tab and a title.');
  if (songs.length > maxSongs)
    throw new UnreadableFile('The file has more than 200,000 songs: it cannot be the right one.');
  return songs;
}

/** One by one, since cutting up a large file takes long; what is left of a CRLF counts as blank. */
function* listLines(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** Undefined for a line that is no entry. */
function readSong(line: string, nextNumber: (name: string) => number): CatalogueSong | undefined {
  const cells = line.split('\t').map((cell) => cell.trim());
  const [artist, title, tag] = cells.filter((cell) => cell !== '');
  if (artist === undefined || title === undefined) return undefined;
  const number = nextNumber(`${artist}\t${title}`);
  return {
    songID: deriveSongID(artist, title, number),
    artist,
    title,
    isMidi: tag === 'M',
    isVoiceReduced: tag === 'VR',
  };
}
