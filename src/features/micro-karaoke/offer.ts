import { randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { assertMayCreate } from '#core/users/index.ts';
import type { Song } from './song-folders.ts';
import { chooseRandom, startSong } from './start-song.ts';
import { findIncompleteSongs, findOpenOffer, findSnippetsOfIncompleteSongs, insertSnippet } from './store.ts';
import type { ClipSnippetRow, ClipSongRow } from './tables.ts';

const minute = 60_000;
const offerMilliseconds = 30 * minute;
/** How long a user waits for a second slot of the same song. */
const pauseMilliseconds = 4 * 60 * minute;
/** If fewer slots are free, a new song is started. */
const minFreeSlots = 5;

/** An incomplete song with its clips and offers. */
interface OpenSong {
  readonly song: ClipSongRow;
  readonly snippets: readonly ClipSnippetRow[];
}

function listOpenSongs(context: Context): OpenSong[] {
  const bySong = Map.groupBy(findSnippetsOfIncompleteSongs(context.db, context.clock.now()), ({ songID }) => songID);
  return findIncompleteSongs(context.db).map((song) => ({ song, snippets: bySong.get(song.id) ?? [] }));
}

const countFreeSlots = (songs: readonly OpenSong[]): number =>
  songs.reduce((sum, { song, snippets }) => sum + song.slots - snippets.length, 0);

function listFreeSlots({ song, snippets }: OpenSong): number[] {
  const taken = new Set(snippets.map(({ slot }) => slot));
  return Array.from({ length: song.slots }, (_, slot) => slot).filter((slot) => !taken.has(slot));
}

/** Whether the caller may get another slot in a song they have just sung in. */
const maySingWithoutPause = ({ level, roles }: Caller): boolean =>
  isAtLeast(level, 'devteam') || roles.has('karaokeambassador');

function hasSungRecently(context: Context, caller: Caller, { snippets }: OpenSong): boolean {
  const since = context.clock.now().getTime() - pauseMilliseconds;
  return snippets.some(({ authorID, updatedAt }) => authorID === caller.userID && updatedAt.getTime() > since);
}

/**
 * Returns a slot for the caller to sing: their unexpired offer, or else a random free slot of the oldest song they
 * haven't just sung in (libraries rules M3 to M7). Throws 400 if there is none, 403.
 */
export function makeOffer(context: WriteContext, caller: Caller, songs: readonly Song[]): ClipSnippetRow {
  assertMayCreate(context, caller);
  const now = context.clock.now();
  const before = findOpenOffer(context.db, caller.userID, now);
  if (before) return before;
  if (countFreeSlots(listOpenSongs(context)) < minFreeSlots) startSong(context, songs);
  const { song, slot } = chooseSlot(context, caller);
  const offer: ClipSnippetRow = {
    id: randomUUID(),
    songID: song.id,
    slot,
    authorID: caller.userID,
    expiresAt: new Date(now.getTime() + offerMilliseconds),
    hasVideo: false,
    isFiller: false,
    updatedAt: now,
  };
  insertSnippet(context.db, offer);
  return offer;
}

function chooseSlot(context: Context, caller: Caller): { song: ClipSongRow; slot: number } {
  const free = listOpenSongs(context).filter((song) => listFreeSlots(song).length > 0);
  const [first] = free.filter((song) => maySingWithoutPause(caller) || !hasSungRecently(context, caller, song));
  const slot = first && chooseRandom(listFreeSlots(first));
  if (first && slot !== undefined) return { song: first.song, slot };
  throw malformed(
    free.length > 0
      ? 'You already have a part in every open song. Come back in a few hours.'
      : 'No song has an open part right now. Come back later.',
    'nothingToSing',
  );
}
