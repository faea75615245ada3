import * as v from 'valibot';
import { instant, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';

/** A performance of a song: who sang it and when. */
export const KaraokePerformedSongsData = record('KaraokePerformedSongsData', {
  songID: v.pipe(uuid, v.description('Id of the song')),
  artist: v.pipe(v.string(), v.description('Artist of the song')),
  songName: v.pipe(v.string(), v.description('Name of the song')),
  performers: v.pipe(v.string(), v.description('Names of the singers')),
  time: v.pipe(instant, v.description('When it was sung')),
  isFavorite: v.pipe(v.boolean(), v.description('Whether it’s a favorite of the caller')),
});
export type KaraokePerformedSongsData = v.InferOutput<typeof KaraokePerformedSongsData>;

/** A song of the library with its performances. */
export const KaraokeSongData = record('KaraokeSongData', {
  ...v.pick(KaraokePerformedSongsData, ['songID', 'artist', 'songName']).entries,
  isMidi: v.pipe(v.boolean(), v.description('Whether the music is synthesized (MIDI)')),
  isVoiceReduced: v.pipe(v.boolean(), v.description('Whether the singer’s voice is reduced instead of removed')),
  isFavorite: v.pipe(v.boolean(), v.description('Whether it’s a favorite of the caller')),
  performances: v.pipe(v.array(KaraokePerformedSongsData), v.description('Performances of the song')),
});
export type KaraokeSongData = v.InferOutput<typeof KaraokeSongData>;

/** A page of songs. */
export const KaraokeSongResponseData = record('KaraokeSongResponseData', {
  totalSongs: v.pipe(wholeNumber, v.description('Number of songs in the whole list')),
  start: v.pipe(wholeNumber, v.description('Index of the first entry of the page')),
  limit: v.pipe(wholeNumber, v.description('Maximum number of entries on the page')),
  songs: v.pipe(v.array(KaraokeSongData), v.description('A page of songs')),
});
export type KaraokeSongResponseData = v.InferOutput<typeof KaraokeSongResponseData>;

/** A page of the log. */
export const KaraokePerformedSongsResult = record('KaraokePerformedSongsResult', {
  songs: v.pipe(v.array(KaraokePerformedSongsData), v.description('A page of songs')),
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
});
export type KaraokePerformedSongsResult = v.InferOutput<typeof KaraokePerformedSongsResult>;

export const UserAuthorizedToCreateKaraokeLogs = record('UserAuthorizedToCreateKaraokeLogs', {
  isAuthorized: v.pipe(v.boolean(), v.description('Whether the caller may do it')),
});

/** The default number of songs or log entries on a page. */
export const defaultLimit = 50;
