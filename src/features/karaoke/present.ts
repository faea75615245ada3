import type { KaraokePerformedSongsData, KaraokeSongData } from './records.ts';
import type { PerformanceRow, SongRow } from './store.ts';

/** Returns a log entry for a viewer with these favorites. */
export const presentPerformance = (row: PerformanceRow, favorites: ReadonlySet<string>): KaraokePerformedSongsData => ({
  songID: row.songID,
  artist: row.artist,
  songName: row.title,
  performers: row.performers,
  time: new Date(row.createdAt),
  isFavorite: favorites.has(row.songID),
});

/** Returns a song and its performances for a viewer with these favorites. */
export const presentSong = (
  row: SongRow,
  performances: readonly PerformanceRow[],
  favorites: ReadonlySet<string>,
): KaraokeSongData => ({
  songID: row.songID,
  artist: row.artist,
  songName: row.title,
  isMidi: row.isMidi === 1,
  isVoiceReduced: row.isVoiceReduced === 1,
  isFavorite: favorites.has(row.songID),
  performances: performances.map((performance) => presentPerformance(performance, favorites)),
});
