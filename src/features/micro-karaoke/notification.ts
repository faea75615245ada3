import type { Context, WriteContext } from '#area/context.ts';
import type { EventHydrator } from '#area/events.ts';
import { buildNotificationFrame, type Notification, notificationTopic, notify } from '#core/notifications/index.ts';
import { findSongs } from './store.ts';
import type { ClipSongRow } from './tables.ts';

const kind = 'microKaraokeSong';

const buildNotification = ({ id, name }: Pick<ClipSongRow, 'id' | 'name'>): Notification => ({
  type: 'microKaraokeSongReady',
  info: `Song ${id}, “${name}”, is ready to be watched.`,
  contentID: String(id),
});

/** Notifies the singers of a song that it's ready to watch, now or when they reconnect. */
export function notifySingers(context: WriteContext, song: ClipSongRow, singers: readonly string[]): void {
  if (singers.length === 0) return;
  const event = { topic: notificationTopic, kind, subjectID: String(song.id), recipients: singers };
  notify(context, buildNotification(song), { among: new Set(singers), concerns: () => true }, event);
}

/**
 * Returns the songs that offline singers still have to hear about: those they can watch and still have a clip in
 * (decision 34).
 */
export const microKaraokeHydrators = (context: Context): readonly EventHydrator[] => [
  {
    kind,
    hydrate: ({ userID }, ids) =>
      new Map(
        findSongs(context.db, 'approved', userID)
          .filter(({ song, hasClip }) => hasClip && ids.includes(String(song.id)))
          .map(({ song }) => [String(song.id), buildNotificationFrame(buildNotification(song))] as const),
      ),
  },
];
