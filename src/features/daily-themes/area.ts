import { area } from '#area/area.ts';
import { dailyThemesApi } from './api.ts';
import { dailyThemesHandlers } from './handlers.ts';
import { listThemePictures } from './pictures.ts';
import { dailyThemesList } from './user-file.ts';

export const dailyThemes = area({
  name: 'daily-themes',
  api: dailyThemesApi,
  handlers: dailyThemesHandlers,
  pictures: listThemePictures,
  userFileLists: [dailyThemesList],
});
