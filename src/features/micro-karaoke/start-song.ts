import { randomInt, randomUUID } from 'node:crypto';
import type { Context, WriteContext } from '#area/context.ts';
import { sharedAccounts } from '#core/accounts/index.ts';
import { findUserRowByName } from '#core/users/index.ts';
import { hasFiller, type Song } from './song-folders.ts';
import { findNewestSong, insertSnippet, insertSong } from './store.ts';

/** Returns the id of the account that owns songs and their fillers. */
export function getClipsAccountID({ db }: Context): string {
  const account = findUserRowByName(db, sharedAccounts.clips);
  if (!account) throw new Error(`the account ${sharedAccounts.clips} does not exist`);
  return account.id;
}

/** Returns a random item, each with the same probability. */
export function chooseRandom<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[randomInt(items.length)];
}

/**
 * Starts a random song, not the last one if there are others, and fills the slots that have a video in its folder. Does
 * nothing if there are no songs (libraries rule M5).
 */
export function startSong(context: WriteContext, songs: readonly Song[]): void {
  const open = songs.filter(({ isOpen }) => isOpen);
  const newest = findNewestSong(context.db)?.name;
  const others = open.filter(({ name }) => name !== newest);
  const song = chooseRandom(others.length > 0 ? others : open);
  if (song) insertWithFillers(context, song);
}

function insertWithFillers(context: WriteContext, { name, artist, bpm, slots, durations }: Song): void {
  const updatedAt = context.clock.now();
  const filled = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => hasFiller(context, name, slot));
  const isComplete = filled.length === slots;
  const isPortrait = randomInt(2) === 1;
  const row = { name, artist, bpm, slots, durations, isPortrait, isComplete, updatedAt };
  const { id: songID } = insertSong(context.db, row);
  const authorID = getClipsAccountID(context);
  const filler = { songID, authorID, expiresAt: updatedAt, hasVideo: true, isFiller: true, updatedAt };
  for (const slot of filled) insertSnippet(context.db, { ...filler, id: randomUUID(), slot });
}
