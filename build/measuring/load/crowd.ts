import { join } from 'node:path';
import { areas } from '#app/areas.ts';
import { openInstance } from '#app/instance.ts';
import { createConfig } from '#config/config.ts';
import { type Crowd, gatherCrowd, logInAll } from '#crowd/crowd.ts';
import { createLog } from '#platform/observing/log.ts';
import { makeSailing } from '../../made-up-sailing/make-sailing.ts';
import { searchedWords } from '../../made-up-sailing/vocabulary.ts';

/** Everyone on a made-up sailing, and a data folder to start a service on. */
export interface CrowdOfSailing extends Crowd {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

const environmentName = 'load';

/** Makes a sailing in a folder and logs everyone in. */
export async function gatherCrowdOfSailing(folder: string, scale: number): Promise<CrowdOfSailing> {
  const variables = { hostname: '127.0.0.1', ADMIN_PASSWORD: 'load password' };
  await makeSailing({ folder, environment: environmentName, variables }, { scale });
  const environment = { ...variables, DATA_DIR: folder, VAPOR_ENV: environmentName, PATH: process.env.PATH ?? '' };
  const config = createConfig(environmentName, { ...environment, PATH: undefined });
  const context = openInstance(config, areas, { log: createLog('warn', 'readable', 'stderr') });
  try {
    const passengers = context.db.sqlite.prepare<[], string>("SELECT id FROM users WHERE username LIKE 'passenger%'");
    const logins = logInAll(context, passengers.pluck().all());
    return { folder: join(folder), environment, ...gatherCrowd(context, logins, searchedWords.rare) };
  } finally {
    context.db.close();
  }
}
