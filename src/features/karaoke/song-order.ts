import { compareTexts, foldLetters } from '#platform/text/lines.ts';

/** The sort key of a song: artist, then title, both without case and accents, then id (libraries rules G6 and K4). */
export interface SongSortKey {
  readonly artistKey: string;
  readonly titleKey: string;
  readonly songID: string;
}

/** Returns the sort key of a song. */
export const getSortKey = ({
  artist,
  title,
  songID,
}: {
  artist: string;
  title: string;
  songID: string;
}): SongSortKey => ({
  artistKey: foldLetters(artist),
  titleKey: foldLetters(title),
  songID,
});

/** Returns a negative number if the first one sorts before the other. */
export const compareSortKeys = (first: SongSortKey, second: SongSortKey): number =>
  compareTexts(first.artistKey, second.artistKey) ||
  compareTexts(first.titleKey, second.titleKey) ||
  compareTexts(first.songID, second.songID);

/** The initial of artists whose name starts with a digit. */
export const digitInitial = '#';

/** Returns the initial of a name without case and accents: a letter, `#` for a digit, or empty for anything else. */
export function getInitial(name: string): string {
  const [first = ''] = foldLetters(name);
  if (/\p{L}/u.test(first)) return first;
  return /\p{Nd}/u.test(first) ? digitInitial : '';
}
