import { area } from '#area/area.ts';
import { countRows } from '#area/row-counts.ts';
import { seedCatalogue } from '#core/catalogues/index.ts';
import { karaokeApi } from './api.ts';
import { karaokeHandlers } from './handlers.ts';
import { songsCatalogue } from './import-songs.ts';
import { deleteOldLibraries } from './library.ts';
import { clearOldQueue, removeAfterDemotion } from './queue/call-singers.ts';
import { queueCounters } from './queue/counters.ts';
import { queueHydrators } from './queue/notification.ts';
import { karaokeFavorites, karaokePerformances } from './tables.ts';
import { repairKaraoke, verifyKaraoke } from './verify.ts';

export const karaoke = area({
  name: 'karaoke',
  api: karaokeApi,
  handlers: karaokeHandlers,
  prepare: async (context) => {
    await seedCatalogue(context, songsCatalogue);
    return [];
  },
  jobs: (context) => [
    { name: 'sweep-song-libraries', run: (stopping) => deleteOldLibraries(context, stopping) },
    { name: 'clear-old-karaoke-queue', run: () => clearOldQueue(context) },
  ],
  counters: queueCounters,
  hydrators: queueHydrators,
  onLevelChange: removeAfterDemotion,
  rowCounts: {
    karaokePlayedSong: countRows(karaokePerformances),
    karaokeFavorite: countRows(karaokeFavorites),
  },
  verify: verifyKaraoke,
  repair: repairKaraoke,
});
