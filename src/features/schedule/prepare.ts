import type { Context } from '#area/context.ts';
import { describeSailing, getSailing } from '#core/ship-time/index.ts';
import { importSeed } from '#platform/import/import-seed.ts';
import { chooseSeedName } from '#platform/import/seed-file.ts';
import { importFirstSchedule } from './import/import-schedule.ts';
import { countAllEvents } from './store.ts';

/** Imports the first schedule at the first start and logs the days of the sailing (decision 44). */
export async function prepareSchedule(context: Context): Promise<readonly string[]> {
  const { db, config, log } = context;
  if (countAllEvents(db) === 0) {
    const { isDevelopment, folders } = config;
    const name = chooseSeedName(folders.seeds, 'schedule.ics', isDevelopment);
    const seed = { folder: folders.seeds, name, sample: isDevelopment, log };
    await importSeed(seed, (text) => importFirstSchedule(context, text));
  }
  log.info(describeSailing(getSailing(context)));
  return [];
}
