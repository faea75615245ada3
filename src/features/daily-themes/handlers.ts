import type { Context, Handlers, Write } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { describePicture, processUpload, waitForArchiving, writeOrDiscard } from '#core/images/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import type { dailyThemesApi } from './api.ts';
import { deleteTheme, getTheme, setTheme } from './change-theme.ts';
import type { DailyThemeData, DailyThemeUploadData } from './records.ts';
import { findThemes } from './store.ts';
import type { DailyThemeRow } from './tables.ts';

function presentTheme(context: Context, { id, title, info, image, cruiseDay }: DailyThemeRow): DailyThemeData {
  const imageDescription = describePicture(context, image);
  return { themeID: id, title, info, image: image ?? undefined, imageDescription, cruiseDay };
}

async function processAndSaveTheme(
  context: Context,
  caller: Caller,
  id: string | undefined,
  input: DailyThemeUploadData,
  write: Write,
): Promise<void> {
  // Checked before processing the picture, which is expensive, and again when writing.
  if (id !== undefined) getTheme(context, id);
  assertMayCreate(context, caller);
  const picture = await processUpload(context, input.image, { avatar: false, key: 'image.image' });
  await writeOrDiscard(context, [picture], write, (context) => setTheme(context, caller, id, input, picture));
  await waitForArchiving(context);
}

export function dailyThemesHandlers(context: Context): Handlers<typeof dailyThemesApi> {
  return {
    list: () => findThemes(context.db).map((theme) => presentTheme(context, theme)),
    create: ({ caller, body, write }) => processAndSaveTheme(context, caller, undefined, body, write),
    edit: ({ caller, params, body, write }) => processAndSaveTheme(context, caller, params.themeID, body, write),
    delete: async ({ params, write }) => {
      write((context) => deleteTheme(context, params.themeID));
      await waitForArchiving(context);
    },
  };
}
