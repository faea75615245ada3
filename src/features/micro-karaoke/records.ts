import * as v from 'valibot';
import { boundedText, fileInBody, instant, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';
import { readClipName } from './clip-files.ts';

/** Bytes of a recording with the JSON around it (decision 65). */
export const maxRecordingBody = 56_000_000;

/** A slot of a song that the caller may sing now. */
export const MicroKaraokeOfferPacket = record('MicroKaraokeOfferPacket', {
  offerID: uuid,
  songID: wholeNumber,
  songName: v.string(),
  artistName: v.string(),
  bpm: wholeNumber,
  portraitMode: v.boolean(),
  /** Counted from 0. */
  snippetIndex: wholeNumber,
  lyrics: v.string(),
  originalSnippetSoundURL: v.string(),
  karaokeSnippetSoundURL: v.string(),
  offerExpirationTime: instant,
});
export type MicroKaraokeOfferPacket = v.InferOutput<typeof MicroKaraokeOfferPacket>;

/** What was sung to an offer. */
export const MicroKaraokeRecordingData = inputRecord('MicroKaraokeRecordingData', {
  offerID: uuid,
  videoData: fileInBody('videoData', { above: 500_000, below: 40_000_000 }),
});
export type MicroKaraokeRecordingData = v.InferOutput<typeof MicroKaraokeRecordingData>;

/** A song that is complete, or for moderators one that is not. */
export const MicroKaraokeCompletedSong = record('MicroKaraokeCompletedSong', {
  songID: wholeNumber,
  songName: v.string(),
  artistName: v.string(),
  totalSnippetSlots: wholeNumber,
  modApproved: v.boolean(),
  completionTime: v.optional(instant),
  userContributed: v.boolean(),
});
export type MicroKaraokeCompletedSong = v.InferOutput<typeof MicroKaraokeCompletedSong>;

/** All that is needed to play a song, in the order of its slots. */
export const MicroKaraokeSongManifest = record('MicroKaraokeSongManifest', {
  songID: wholeNumber,
  portraitMode: v.boolean(),
  snippetVideoURLs: v.array(v.string()),
  /** Seconds. */
  snippetDurations: v.array(v.number()),
  karaokeMusicTrack: v.string(),
});
export type MicroKaraokeSongManifest = v.InferOutput<typeof MicroKaraokeSongManifest>;

/** A slot as moderators see it; without a video it is an open offer. */
export const MicroKaraokeSnippetModeration = record('MicroKaraokeSnippetModeration', {
  snippetID: uuid,
  songID: wholeNumber,
  snippetIndex: wholeNumber,
  user: UserHeader,
  videoURL: v.optional(v.string()),
});
export type MicroKaraokeSnippetModeration = v.InferOutput<typeof MicroKaraokeSnippetModeration>;

/** A clip's name in a path, in the form in which it is stored. */
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
