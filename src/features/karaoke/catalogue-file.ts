import { UnreadableFile } from '#platform/import/unreadable-file.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import type { CatalogueSong, SortedSongs } from './sorted-songs.ts';

/** Several times the size of the largest known libraries. */
const maxSongs = 200_000;

/** Adds the songs of a file (libraries, Catalogue files). Throws UnreadableFile if the file has none. */
export async function readSongs(text: string, songs: SortedSongs): Promise<void> {
  await forEachYielding(listLines(text), (line) => {
    const song = readSong(line);
    if (song) songs.add(song);
    if (songs.count > maxSongs)
      throw new UnreadableFile("The file has more than 200,000 songs: it's probably the wrong file.");
  });
  if (songs.count === 0) throw new UnreadableFile('The file has no songs: a line is an artist, a tab and a title.');
}

/** Yields one line at a time, since splitting a large file takes long. The rest of a CRLF is trimmed later. */
function* listLines(text: string): Iterable<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** Returns undefined if the line isn't an entry. */
function readSong(line: string): Omit<CatalogueSong, 'songID'> | undefined {
  const cells = line.split('\t').map((cell) => cell.trim());
  const [artist, title, tag] = cells.filter((cell) => cell !== '');
  if (artist === undefined || title === undefined) return undefined;
  return { artist, title, isMidi: tag === 'M' ? 1 : 0, isVoiceReduced: tag === 'VR' ? 1 : 0 };
}
