import { areas } from '#app/areas.ts';
import { openInstance, prepareInstance } from '#app/instance.ts';
import { createConfig } from '#config/config.ts';
import { checkDatabaseFile } from '#db/migrate.ts';
import { createLog } from '#platform/observing/log.ts';
import { registrationCodes, seedInstance } from '../measuring/bench/seed.ts';
import { fillSailing, type SailingOptions } from './fill-sailing.ts';

/** Unused codes, unless others are given. */
const freeCodes = registrationCodes(100);

/** The environment in which the service is to be started on it, with the variables of its first start. */
interface SailingPlace {
  readonly folder: string;
  readonly environment?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Registration codes that no one has used yet. */
  readonly codes?: readonly string[];
}

/**
 * Makes a data folder with a schedule, free registration codes and a made-up sailing. Throws when there is a database in
 * the folder already.
 */
export async function makeSailing(
  { folder, environment = 'development', variables = {}, codes = freeCodes }: SailingPlace,
  options: SailingOptions,
): Promise<void> {
  const config = createConfig(environment, { ...variables, DATA_DIR: folder });
  await seedInstance(folder, codes);
  if (!checkDatabaseFile(config.databaseFile).isNew) {
    throw new Error(`${config.databaseFile} is there already: name another folder, or delete this one first`);
  }
  const context = openInstance(config, areas, { log: createLog('warn', 'readable', 'stderr') });
  try {
    // Who is interrupted here begins again.
    context.db.sqlite.pragma('synchronous = OFF');
    await prepareInstance(context);
    await fillSailing(context, options);
  } finally {
    context.db.close();
  }
}
