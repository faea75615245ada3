import { area } from '#area/area.ts';
import { seedCatalogue } from '#core/catalogues/index.ts';
import { boardgamesApi } from './api.ts';
import { boardgamesHandlers } from './handlers.ts';
import { gamesCatalogue } from './import-games.ts';
import { repairBoardgames, verifyBoardgames } from './verify.ts';

export const boardgames = area({
  name: 'boardgames',
  api: boardgamesApi,
  handlers: boardgamesHandlers,
  prepare: async (context) => {
    await seedCatalogue(context, gamesCatalogue);
    return [];
  },
  verify: verifyBoardgames,
  repair: repairBoardgames,
});
