import type { Context } from '#area/context.ts';
import { describeSailing, getSailing } from '#core/ship-time/index.ts';
import { importSeed } from '#platform/import/import-seed.ts';
import { importFirstSchedule } from './import/import-schedule.ts';
import { countAllEvents } from './store.ts';

/** Fills the schedule at the first start, and logs which days the sailing has (decision 44). */
export async function prepareSchedule(context: Context): Promise<readonly string[]> {
  const { db, config, log } = context;
  if (countAllEvents(db) === 0) {
    const seed = { folder: config.folders.seeds, name: 'schedule.ics', sample: config.isDevelopment, log };
    await importSeed(seed, (text) => importFirstSchedule(context, text));
  }
  log.info(describeSailing(getSailing(context)));
  return [];
}
