import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { conflict, forbidden, malformed } from '#contract/errors.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { getSong } from '../library.ts';
import { readQueue } from './read-queue.ts';
import type { KaraokeQueueJoinData } from './records.ts';
import { removeEntry, saveOrderAndNotify } from './save-order.ts';
import { findEntryOfFamily, insertEntry, updateEntry } from './store.ts';

/** An evening of some six hours. */
const maxEntries = 100;

/** What is sung, as the entry stores it. Throws not-found for an unknown song. */
function readSongChoice(context: Context, { songID, title }: KaraokeQueueJoinData) {
  if (songID === undefined) return { songID: null, artist: null, title: title?.trim() ?? '' };
  const song = getSong(context, songID);
  return { songID, artist: song.artist, title: song.title };
}

/**
 * Puts the caller at the end of the queue, or changes the song of their entry, which keeps its position (libraries rules
 * K15 and K16). Returns whether the entry is new.
 */
export function joinQueue(context: WriteContext, caller: Caller, input: KaraokeQueueJoinData): boolean {
  assertMayCreate(context, caller);
  const choice = readSongChoice(context, input);
  const own = findEntryOfFamily(context.db, caller.familyID);
  if (own && own.userID !== caller.userID)
    throw conflict('alreadyQueued', 'Another account of yours is in the queue already.');
  const before = readQueue(context);
  if (own) updateEntry(context.db, own.id, choice);
  else addEntry(context, caller, choice, before);
  saveOrderAndNotify(context, before, readQueue(context));
  return !own;
}

function addEntry(
  { db }: WriteContext,
  { userID, familyID }: Caller,
  choice: ReturnType<typeof readSongChoice>,
  { stage, waiting }: ReturnType<typeof readQueue>,
): void {
  if (!stage.isOpen) throw forbidden('queueClosed', 'The karaoke queue is closed.');
  if (waiting.length >= maxEntries)
    throw malformed(`The queue is full: ${maxEntries} people are waiting.`, 'limitReached');
  // Someone who joins an empty queue sees that they are next.
  insertEntry(db, { userID, familyID, ...choice, position: waiting.length + 1, isAlerted: waiting.length === 0 });
}

/** Takes the caller off the queue, whichever account put them on it. Returns false if they weren't on it. */
export function leaveQueue(context: WriteContext, caller: Caller): boolean {
  const own = findEntryOfFamily(context.db, caller.familyID);
  if (own) removeEntry(context, own);
  return own !== undefined;
}
