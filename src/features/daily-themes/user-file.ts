import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import type { UserFileList } from '#area/user-file.ts';
import { conflict } from '#contract/errors.ts';
import { readDescriptions, storeDescription } from '#core/images/index.ts';
import { parsePictureName } from '#platform/pictures/picture-name.ts';
import { DailyThemeUploadData } from './records.ts';
import { findThemeOfDay, findThemes, saveTheme } from './store.ts';

type Theme = v.InferOutput<typeof DailyThemeUploadData>;

/** The picture of a theme is stored next to the list, under the name in the theme. */
const readPictureName = ({ image }: Theme): string | undefined => parsePictureName(image?.filename ?? '');

/** The themes of all days (decision 71). */
export const dailyThemesList: UserFileList<Theme> = {
  key: 'dailyThemes',
  isOptional: true,
  item: DailyThemeUploadData,
  maxItems: 500,
  collect(context) {
    const themes = findThemes(context.db);
    const texts = readDescriptions(
      context,
      themes.flatMap(({ image }) => image ?? []),
    );
    return themes.map(({ title, info, cruiseDay, image }) => ({
      title,
      info,
      cruiseDay,
      image: image === null ? undefined : { filename: image, description: texts.get(image) },
    }));
  },
  listPictures: (theme) => [readPictureName(theme)].filter((name) => name !== undefined),
  describe: ({ cruiseDay }) => `theme of day ${cruiseDay}`,
  judge({ db }, { cruiseDay, title, info }) {
    const existing = findThemeOfDay(db, cruiseDay);
    if (!existing) return 'imported';
    if (existing.title === title && existing.info === info) return 'duplicate';
    throw conflict('dayTaken', 'This day already has another theme.');
  },
  restore(context, theme, report) {
    const { cruiseDay, title, info } = theme;
    const picture = readPictureName(theme);
    const image = picture !== undefined && report.hasPicture(picture) ? picture : null;
    if (image !== null) storeDescription(context, { name: image, description: theme.image?.description });
    saveTheme(context, { id: randomUUID(), cruiseDay, title, info, image, hasOwnImage: image !== null });
  },
};
