import { area } from '#area/area.ts';
import { countRows } from '#area/row-counts.ts';
import { seedCatalogue } from '#core/catalogues/index.ts';
import { boardgamesApi } from './api.ts';
import { boardgamesHandlers } from './handlers.ts';
import { gamesCatalogue } from './import-games.ts';
import { boardGameFavorites } from './tables.ts';
import { repairBoardgames, verifyBoardgames } from './verify.ts';

export const boardgames = area({
  name: 'boardgames',
  api: boardgamesApi,
  handlers: boardgamesHandlers,
  prepare: async (context) => {
    await seedCatalogue(context, gamesCatalogue);
    return [];
  },
  rowCounts: { boardgameFavorite: countRows(boardGameFavorites) },
  verify: verifyBoardgames,
  repair: repairBoardgames,
});
