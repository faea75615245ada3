import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { presentHeaderForModerators } from '#core/reports/index.ts';
import { getSong } from './moderation.ts';
import type {
  MicroKaraokeCompletedSong,
  MicroKaraokeOfferPacket,
  MicroKaraokeSnippetModeration,
  MicroKaraokeSongManifest,
} from './records.ts';
import { readLyrics } from './song-folders.ts';
import { buildSongURL, buildVideoURL } from './song-urls.ts';
import { findLiveSnippets, findSongs } from './store.ts';
import type { ClipSnippetRow, ClipSongRow } from './tables.ts';

/** Returns an offer with everything needed to sing it. */
export function presentOffer(
  context: Context,
  { id, songID, slot, expiresAt }: ClipSnippetRow,
): MicroKaraokeOfferPacket {
  const song = getSong(context, songID);
  const sound = (file: string) => buildSongURL(context, song, String(slot), file);
  return {
    offerID: id,
    songID,
    songName: song.name,
    artistName: song.artist,
    bpm: song.bpm,
    portraitMode: song.isPortrait,
    snippetIndex: slot,
    lyrics: readLyrics(context, song.name, slot),
    originalSnippetSoundURL: sound('listen.mp3'),
    karaokeSnippetSoundURL: sound('record.mp3'),
    offerExpirationTime: expiresAt,
  };
}

function presentSong(song: ClipSongRow): Omit<MicroKaraokeCompletedSong, 'modApproved' | 'userContributed'> {
  return {
    songID: song.id,
    songName: song.name,
    artistName: song.artist,
    totalSnippetSlots: song.slots,
    ...(song.isComplete && { completionTime: song.updatedAt }),
  };
}

const mayApprove = ({ level }: Caller): boolean => isAtLeast(level, 'moderator');

/** Lists complete songs by number. Moderators also get songs that aren't approved (libraries rule M12). */
export function presentSongs(context: Context, viewer: Caller): MicroKaraokeCompletedSong[] {
  const form = mayApprove(viewer) ? 'complete' : 'approved';
  return findSongs(context.db, form, viewer.userID).map(({ song, hasClip }) => ({
    ...presentSong(song),
    modApproved: song.isApproved,
    userContributed: hasClip,
  }));
}

/** Lists every song, complete or not (libraries rule M16). */
export const presentSongsForModerators = (context: Context, { userID }: Caller): MicroKaraokeCompletedSong[] =>
  findSongs(context.db, 'all', userID).map(({ song }) => presentSongForModerators(song));

/** It doesn't matter here whether the moderator sang in it. */
export const presentSongForModerators = (song: ClipSongRow): MicroKaraokeCompletedSong => ({
  ...presentSong(song),
  modApproved: song.isApproved,
  userContributed: false,
});

/**
 * Returns everything needed to play a song. Throws 404 if it isn't complete, or isn't approved for the viewer
 * (libraries rule M13).
 */
export function presentManifest(context: Context, viewer: Caller, songID: number): MicroKaraokeSongManifest {
  const song = getSong(context, songID);
  if (!song.isComplete || !(song.isApproved || mayApprove(viewer))) throw notFound('song');
  return {
    songID,
    portraitMode: song.isPortrait,
    snippetVideoURLs: findLiveSnippets(context.db, songID, context.clock.now()).map((snippet) =>
      buildVideoURL(context, song, snippet),
    ),
    snippetDurations: [...song.durations],
    karaokeMusicTrack: buildSongURL(context, song, 'karaokeAudio.mp3'),
  };
}

/** Returns the clips and open offers of a song (libraries rule M16). */
export function presentSnippets(context: Context, song: ClipSongRow): MicroKaraokeSnippetModeration[] {
  return findLiveSnippets(context.db, song.id, context.clock.now()).map((snippet) => ({
    snippetID: snippet.id,
    songID: song.id,
    snippetIndex: snippet.slot,
    user: presentHeaderForModerators(context, snippet.authorID),
    ...(snippet.hasVideo && { videoURL: buildVideoURL(context, song, snippet) }),
  }));
}
