import { createVersionByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { countUnseenSongs } from './store.ts';
import { clipSongsUnseen } from './tables.ts';

const getVersion = createVersionByKey([{ table: clipSongsUnseen, key: clipSongsUnseen.userID }]);

/**
 * Counts songs with the viewer's clips that became ready since the viewer last opened the list (libraries rules M12 and
 * M18).
 */
export const microKaraokeCounters = (context: Context): CounterSource => ({
  version: (viewer) => (viewer ? getVersion(context, viewer.userID) : 0),
  count(viewer) {
    if (!viewer || isFeatureDisabled(context, viewer, 'microkaraoke')) return {};
    return { counters: { microKaraokeFinishedSongCount: countUnseenSongs(context.db, viewer.userID) } };
  },
});
