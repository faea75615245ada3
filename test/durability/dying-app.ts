import type { TestApp } from '../support/app.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';

/**
 * A program of its own: the service on the folder that is given, which ends itself by SIGKILL at the first frame it is to
 * send, when the transaction is safe and no client has heard of it. It runs a job when it is sent one, at the time given.
 */

/** What the program is sent. */
export interface JobToRun {
  readonly job: string;
  /** The time by the clock of the service. */
  readonly at: string;
}

const [, , dataFolder = '', now = '', environment = '{}'] = process.argv;

function dieAtFirstFrame({ context }: TestApp): void {
  // As if everyone had a socket open: frames go to those who listen.
  context.live.isListening = () => true;
  context.live.sendToListeners = () => process.kill(process.pid, 'SIGKILL');
  context.live.sendToUser = () => process.kill(process.pid, 'SIGKILL');
}

const app = await startTestApp({
  dataFolder,
  clock: createTestClock(now),
  environment: JSON.parse(environment),
  showsBehaviour: false,
});
dieAtFirstFrame(app);
process.on('message', ({ job, at }: JobToRun) => {
  app.clock.set(at);
  void app.runJob(job);
});
process.send?.(app.url);
