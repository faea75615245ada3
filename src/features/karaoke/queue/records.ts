import * as v from 'valibot';
import { integerBetween, line, optionalInput, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';

/** The longest title that a singer can type. */
const maxTitle = 100;

/** An entry of the karaoke queue. Without `singer` and `title`, it belongs to someone a block hides from the caller. */
export const KaraokeQueueEntryData = record('KaraokeQueueEntryData', {
  id: v.pipe(wholeNumber, v.description('Id of the entry')),
  position: v.pipe(wholeNumber, v.description('0 on stage, 1 for the next one, and so on')),
  singer: v.pipe(
    v.optional(UserHeader),
    v.description('Who sings; absent, like the song, if a block hides the two of you'),
  ),
  songID: v.pipe(v.optional(uuid), v.description('Id of the song; absent if the singer typed a title')),
  artist: v.pipe(v.optional(v.string()), v.description('Artist of the song; absent if the singer typed a title')),
  title: v.pipe(v.optional(v.string()), v.description('Name of the song, or the title that the singer typed')),
});
export type KaraokeQueueEntryData = v.InferOutput<typeof KaraokeQueueEntryData>;

/** Tonight's karaoke queue. */
export const KaraokeQueueData = record('KaraokeQueueData', {
  isOpen: v.pipe(v.boolean(), v.description('Whether people can put themselves on the queue')),
  called: v.pipe(v.optional(KaraokeQueueEntryData), v.description('Who was called to the stage')),
  waiting: v.pipe(v.array(KaraokeQueueEntryData), v.description('Those who wait, in order')),
  ownEntry: v.pipe(
    v.optional(KaraokeQueueEntryData),
    v.description('The caller’s own entry; absent if they aren’t in the queue'),
  ),
});
export type KaraokeQueueData = v.InferOutput<typeof KaraokeQueueData>;

/** What someone will sing: a song of the library, or any title. */
export const KaraokeQueueJoinData = v.pipe(
  inputRecord('KaraokeQueueJoinData', {
    songID: v.pipe(optionalInput(uuid), v.description('Id of the song')),
    title: v.pipe(
      optionalInput(line('title', 1, maxTitle)),
      v.description('Title of a song that isn’t in the library'),
    ),
  }),
  v.check(({ songID, title }) => (songID === undefined) !== (title === undefined), 'Give either songID or title.'),
);
export type KaraokeQueueJoinData = v.InferOutput<typeof KaraokeQueueJoinData>;

/** What the manager who calls the next singer sees on stage. */
export const KaraokeQueueNextData = inputRecord('KaraokeQueueNextData', {
  calledID: v.pipe(
    optionalInput(integerBetween('The calledID must be 0 or more.', { minimum: 0 })),
    v.description('Id of the entry on stage as the manager sees it, 0 for none; if it has changed, nothing happens'),
  ),
});
export type KaraokeQueueNextData = v.InferOutput<typeof KaraokeQueueNextData>;
