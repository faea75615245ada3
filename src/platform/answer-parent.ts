import { readyMessage } from './worker-process.ts';

/**
 * Makes this process a worker: it performs what its parent sends, and ends with it, also in the middle of work.
 * `afterwards` runs when an answer has been sent.
 */
export function answerParent<Task>(perform: (task: Task) => Promise<object>, afterwards: () => void = () => {}): void {
  // An ordinary exit would wait for the thread pool.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // What a terminal or supervisor sends to all is for the parent, which still has work to finish.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('message', async (task: Task) => process.send?.(await perform(task), afterwards));
  process.send?.(readyMessage);
}
