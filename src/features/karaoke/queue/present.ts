import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { getUser, maySee, presentHeader } from '#core/users/index.ts';
import type { KaraokeQueueRow } from '../tables.ts';
import { findOwnEntry, getQueue } from './read-queue.ts';
import type { KaraokeQueueData, KaraokeQueueEntryData } from './records.ts';

/** Returns the queue as the viewer may see it. */
export function presentQueue(context: Context, viewer: Caller | undefined): KaraokeQueueData {
  const { stage, called, waiting } = getQueue(context);
  const present = (row: KaraokeQueueRow) => presentEntry(context, viewer, row);
  const own = viewer && findOwnEntry(context, viewer.userID);
  return {
    isOpen: stage.isOpen,
    waiting: waiting.map(present),
    ...(called && { called: present(called) }),
    ...(own && { ownEntry: present(own) }),
  };
}

/** People hidden from the viewer by a block keep their position, without name and song (libraries rule K23). */
function presentEntry(
  context: Context,
  viewer: Caller | undefined,
  { id, position, userID, songID, artist, title }: KaraokeQueueRow,
): KaraokeQueueEntryData {
  const singer = getUser(context, userID);
  if (!isManager(viewer) && !maySee(context, viewer, singer)) return { id, position };
  return {
    id,
    position,
    singer: presentHeader(singer),
    ...(songID !== null && { songID }),
    ...(artist !== null && { artist }),
    title,
  };
}

/** Whether the viewer has to call everyone. */
const isManager = (viewer: Caller | undefined): boolean =>
  viewer !== undefined && (viewer.roles.has('karaokemanager') || isAtLeast(viewer.level, 'moderator'));
