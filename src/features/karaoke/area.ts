import { area } from '#area/area.ts';
import { seedCatalogue } from '#core/catalogues/index.ts';
import { karaokeApi } from './api.ts';
import { karaokeHandlers } from './handlers.ts';
import { songsCatalogue } from './import-songs.ts';
import { sweepLibraries } from './library.ts';
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
    { name: 'sweep-song-libraries', every: 5 * 60_000, run: (stopping) => sweepLibraries(context, stopping) },
  ],
  verify: verifyKaraoke,
  repair: repairKaraoke,
});
