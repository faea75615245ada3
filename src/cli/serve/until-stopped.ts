import type { Config } from '#config/config.ts';
import { exitCodes } from '../failure.ts';
import { say } from '../terminal/say.ts';
import { type Service, startService } from './service.ts';
import { surviveDefects } from './survive-defects.ts';
import { formatWelcome } from './welcome.ts';

/** Stopping is promised within 5 s; what is still running then, such as a job, is left. */
const maxMilliseconds = 4_800;

/** Runs the service until a signal ends it. Throws when it cannot start. */
export async function serveUntilStopped(config: Config): Promise<void> {
  const starting = startService(config, say);
  stopOnSignals(starting);
  const service = await starting;
  surviveDefects(service.context);
  if (service.isFirstStart && process.stdout.isTTY) say(formatWelcome(service.context, service.url));
}

/** The first signal stops the service in good order, a second one at once. */
function stopOnSignals(starting: Promise<Service>): void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) process.exit(exitCodes.failed);
    isStopping = true;
    void stop(starting);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

async function stop(starting: Promise<Service>): Promise<void> {
  const service = await starting.catch(() => undefined);
  // A service that could not start has said so and is ending already.
  if (!service) return;
  setTimeout(() => process.exit(exitCodes.failed), maxMilliseconds);
  await service.stop();
  process.exit(exitCodes.done);
}
