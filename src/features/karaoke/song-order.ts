import { compareTexts, foldLetters } from '#platform/text/lines.ts';

/** Where a song stands: by artist, then title, letter case and accents left aside, then by id (libraries rules G6 and K4). */
export interface SongOrder {
  readonly artistKey: string;
  readonly titleKey: string;
  readonly songID: string;
}

/** What a song is sorted by. */
export const toOrder = ({ artist, title, songID }: { artist: string; title: string; songID: string }): SongOrder => ({
  artistKey: foldLetters(artist),
  titleKey: foldLetters(title),
  songID,
});

/** Negative when the first one stands before the other. */
export const compareOrder = (first: SongOrder, second: SongOrder): number =>
  compareTexts(first.artistKey, second.artistKey) ||
  compareTexts(first.titleKey, second.titleKey) ||
  compareTexts(first.songID, second.songID);

/** What stands for artists that begin with a digit. */
export const digitInitial = '#';

/** The letter under which a name is listed, without letter case and accents; `#` for a digit, empty for what is neither. */
export function findInitial(name: string): string {
  const [first = ''] = foldLetters(name);
  if (/\p{L}/u.test(first)) return first;
  return /\p{Nd}/u.test(first) ? digitInitial : '';
}
