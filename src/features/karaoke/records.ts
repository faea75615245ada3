import * as v from 'valibot';
import { instant, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { record } from '#contract/record.ts';

/** A song that was sung, by whom and when. */
export const KaraokePerformedSongsData = record('KaraokePerformedSongsData', {
  songID: uuid,
  artist: v.string(),
  songName: v.string(),
  performers: v.string(),
  time: instant,
  isFavorite: v.boolean(),
});
export type KaraokePerformedSongsData = v.InferOutput<typeof KaraokePerformedSongsData>;

/** A song of the library, with everybody who sang it. */
export const KaraokeSongData = record('KaraokeSongData', {
  songID: uuid,
  artist: v.string(),
  songName: v.string(),
  isMidi: v.boolean(),
  isVoiceReduced: v.boolean(),
  isFavorite: v.boolean(),
  performances: v.array(KaraokePerformedSongsData),
});
export type KaraokeSongData = v.InferOutput<typeof KaraokeSongData>;

/** A page of songs. */
export const KaraokeSongResponseData = record('KaraokeSongResponseData', {
  totalSongs: wholeNumber,
  start: wholeNumber,
  limit: wholeNumber,
  songs: v.array(KaraokeSongData),
});
export type KaraokeSongResponseData = v.InferOutput<typeof KaraokeSongResponseData>;

/** A page of the log. */
export const KaraokePerformedSongsResult = record('KaraokePerformedSongsResult', {
  songs: v.array(KaraokePerformedSongsData),
  paginator: Paginator,
});
export type KaraokePerformedSongsResult = v.InferOutput<typeof KaraokePerformedSongsResult>;

export const UserAuthorizedToCreateKaraokeLogs = record('UserAuthorizedToCreateKaraokeLogs', {
  isAuthorized: v.boolean(),
});

/** Songs or entries of the log on a page, unless the caller asks for another number. */
export const defaultLimit = 50;
