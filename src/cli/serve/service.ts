import { areas } from '#app/areas.ts';
import { lockDataFolder, openInstanceToServe, prepareInstance } from '#app/instance.ts';
import { startApp } from '#app/start-app.ts';
import type { Context } from '#area/context.ts';
import type { Config } from '#config/config.ts';
import { readInstallation } from '#core/settings/index.ts';
import { clearInterruptedBackup } from '../backup/clear-interrupted.ts';
import { requireUsableTls } from './tls.ts';

/** A running service and the way to end it. */
export interface Service {
  readonly url: string;
  readonly context: Context;
  /** No service has run on this data folder before. */
  readonly isFirstStart: boolean;
  /** Tells the sockets, lets requests finish for some seconds, and closes the database. */
  stop(): Promise<void>;
}

/** Starts the service of this configuration. Throws with a sentence for the operator when it cannot start. */
export async function startService(config: Config, show: (line: string) => void): Promise<Service> {
  requireUsableTls(config);
  const lock = lockDataFolder(config.folders.data);
  clearInterruptedBackup(config.folders);
  const context = openInstanceToServe(config, areas);
  const { log, db, jobs } = context;
  if (config.unneededVariables.length > 0) {
    log.info(`the store is embedded and needs none of these: ${config.unneededVariables.join(', ')}`);
  }
  const isFirstStart = readInstallation(db, 'environment') === undefined;
  await prepareInstance(context, show);
  const app = await startApp(context);
  jobs.start();
  log.info({ environment: config.environment, data: config.folders.data }, `ready at ${app.url}`);
  return {
    url: app.url,
    context,
    isFirstStart,
    async stop() {
      log.info('going down');
      await app.close();
      db.close();
      lock.release();
    },
  };
}
