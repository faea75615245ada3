import type { TestApp } from '../support/app.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';

/**
 * Runs the service on the given folder as a separate program, which kills itself with SIGKILL before it sends its first
 * frame: the transaction is safe, and no client has received anything. Runs a job when it gets a message, at the given
 * time.
 */

/** A message to the program. */
export interface JobToRun {
  readonly job: string;
  /** The time on the service's clock. */
  readonly at: string;
}

const [, , dataFolder = '', startTime = '', environment = '{}'] = process.argv;

function dieAtFirstFrame({ context }: TestApp): void {
  // This simulates an open socket for everyone, since the service sends frames only to open sockets.
  context.live.isListening = () => true;
  context.live.sendToListeners = () => process.kill(process.pid, 'SIGKILL');
  context.live.sendToUser = () => process.kill(process.pid, 'SIGKILL');
}

const app = await startTestApp({
  dataFolder,
  clock: createTestClock(startTime),
  environment: JSON.parse(environment),
  showsBehaviour: false,
});
dieAtFirstFrame(app);
process.on('message', ({ job, at }: JobToRun) => {
  app.clock.set(at);
  void app.runJob(job);
});
process.send?.(app.url);
