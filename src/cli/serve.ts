import type { Config } from '#config/config.ts';
import { startApp } from '../app.ts';
import { areas } from '../areas.ts';
import { lockFolder, openBox, prepareBox } from '../box.ts';

/** A running service and the way to end it. */
export interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the service of this configuration. Throws with a sentence for the operator when it cannot start. */
export async function serve(config: Config, show: (line: string) => void): Promise<Service> {
  const lock = lockFolder(config.folders.data);
  const context = openBox(config);
  if (config.unneededVariables.length > 0) {
    context.log.info(`the store is embedded and needs none of these: ${config.unneededVariables.join(', ')}`);
  }
  for (const line of await prepareBox(context, areas)) show(line);
  const app = await startApp(context, areas);
  context.jobs.start();
  context.log.info({ environment: config.environment, data: config.folders.data }, `ready at ${app.url}`);
  return {
    url: app.url,
    async stop() {
      context.log.info('going down');
      await app.close();
      context.db.close();
      lock.release();
    },
  };
}
