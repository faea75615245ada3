import * as v from 'valibot';
import { boundedText, fileInBody, instant, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';
import { readClipName } from './clip-files.ts';

/** The size limit of a recording in bytes, with the JSON around it (decision 65). */
export const maxRecordingBody = 56_000_000;

/** A slot of a song that the caller may sing now. */
export const MicroKaraokeOfferPacket = record('MicroKaraokeOfferPacket', {
  offerID: v.pipe(uuid, v.description('Id of the offer, to send with the recording')),
  songID: v.pipe(wholeNumber, v.description('Id of the song')),
  songName: v.pipe(v.string(), v.description('Name of the song')),
  artistName: v.pipe(v.string(), v.description('Artist of the song')),
  bpm: v.pipe(wholeNumber, v.description('Tempo of the song, in beats per minute')),
  portraitMode: v.pipe(v.boolean(), v.description('Whether the clips are in portrait mode')),
  /** Counted from 0. */
  snippetIndex: v.pipe(wholeNumber, v.description('Slot of the song, starting at 0')),
  lyrics: v.pipe(v.string(), v.description('Lyrics of the slot')),
  originalSnippetSoundURL: v.pipe(v.string(), v.description('Address of the music of this slot with the voice')),
  karaokeSnippetSoundURL: v.pipe(v.string(), v.description('Address of the music of this slot without the voice')),
  offerExpirationTime: v.pipe(instant, v.description('When the offer expires')),
});
export type MicroKaraokeOfferPacket = v.InferOutput<typeof MicroKaraokeOfferPacket>;

/** A recording for an offer. */
export const MicroKaraokeRecordingData = inputRecord('MicroKaraokeRecordingData', {
  offerID: v.pipe(uuid, v.description('Id of the offer, to send with the recording')),
  videoData: v.pipe(
    fileInBody('videoData', { above: 500_000, below: 40_000_000 }),
    v.description('The video, MP4 as base64'),
  ),
});
export type MicroKaraokeRecordingData = v.InferOutput<typeof MicroKaraokeRecordingData>;

/** A complete song. For moderators it may be incomplete. */
export const MicroKaraokeCompletedSong = record('MicroKaraokeCompletedSong', {
  songID: v.pipe(wholeNumber, v.description('Id of the song')),
  songName: v.pipe(v.string(), v.description('Name of the song')),
  artistName: v.pipe(v.string(), v.description('Artist of the song')),
  totalSnippetSlots: v.pipe(wholeNumber, v.description('Number of slots of the song')),
  modApproved: v.pipe(v.boolean(), v.description('Whether moderators approved it')),
  completionTime: v.pipe(v.optional(instant), v.description('When its last slot was recorded')),
  userContributed: v.pipe(v.boolean(), v.description('Whether the caller sings in it')),
});
export type MicroKaraokeCompletedSong = v.InferOutput<typeof MicroKaraokeCompletedSong>;

/** Everything needed to play a song, in the order of its slots. */
export const MicroKaraokeSongManifest = record('MicroKaraokeSongManifest', {
  songID: v.pipe(wholeNumber, v.description('Id of the song')),
  portraitMode: v.pipe(v.boolean(), v.description('Whether the clips are in portrait mode')),
  snippetVideoURLs: v.pipe(v.array(v.string()), v.description('Addresses of the clips, in the order of the slots')),
  /** Seconds. */
  snippetDurations: v.pipe(v.array(v.number()), v.description('Duration of each clip in seconds')),
  karaokeMusicTrack: v.pipe(v.string(), v.description('Address of the music of the whole song')),
});
export type MicroKaraokeSongManifest = v.InferOutput<typeof MicroKaraokeSongManifest>;

/** A slot as moderators see it. Without a video it's an open offer. */
export const MicroKaraokeSnippetModeration = record('MicroKaraokeSnippetModeration', {
  snippetID: v.pipe(uuid, v.description('Id of the clip or offer')),
  songID: v.pipe(wholeNumber, v.description('Id of the song')),
  snippetIndex: v.pipe(wholeNumber, v.description('Slot of the song, starting at 0')),
  user: v.pipe(UserHeader, v.description('Singer')),
  videoURL: v.pipe(v.optional(v.string()), v.description('Address of the clip; absent for an open offer')),
});
export type MicroKaraokeSnippetModeration = v.InferOutput<typeof MicroKaraokeSnippetModeration>;

/** The name of a clip in a path, in its stored form. */
export const clipNameInPath = v.pipe(
  boundedText(255),
  v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
    const name = readClipName(dataset.value);
    if (name !== undefined) return name;
    addIssue({ message: 'is not the name of a clip: a UUID with the extension mp4' });
    return NEVER;
  }),
);

/** A path below the folder of the songs. */
export const songAssetPath = boundedText(1000);
