import { area } from '#area/area.ts';
import { countRows } from '#area/row-counts.ts';
import { microKaraokeApi } from './api.ts';
import { microKaraokeCounters } from './counters.ts';
import { microKaraokeHandlers } from './handlers.ts';
import { microKaraokeHydrators } from './notification.ts';
import { prepareMicroKaraoke } from './prepare.ts';
import { clipSnippets } from './tables.ts';
import { repairMicroKaraoke, verifyClipFiles, verifyMicroKaraoke } from './verify.ts';

export const microKaraoke = area({
  name: 'micro-karaoke',
  api: microKaraokeApi,
  handlers: microKaraokeHandlers,
  counters: microKaraokeCounters,
  hydrators: microKaraokeHydrators,
  rowCounts: { microKaraokeSnippet: countRows(clipSnippets) },
  prepare: prepareMicroKaraoke,
  verify: verifyMicroKaraoke,
  verifyFiles: verifyClipFiles,
  repair: repairMicroKaraoke,
});
