import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { countUnseenSongs } from './store.ts';

/** Songs that the viewer sang in and that became ready since the viewer last saw the list (libraries rules M12 and M18). */
export const microKaraokeCounters =
  (context: Context): CounterSource =>
  (viewer) => {
    if (!viewer || isFeatureDisabled(context, viewer, 'microkaraoke')) return {};
    return { counters: { microKaraokeFinishedSongCount: countUnseenSongs(context.db, viewer.userID) } };
  };
