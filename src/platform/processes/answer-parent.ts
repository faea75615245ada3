import { reloadSignals, stopSignals } from '../machine/operating-system.ts';
import { watchLimits } from './worker-limits.ts';
import { readyMessage, type WorkerMessage } from './worker-process.ts';

/**
 * Makes this process a worker: it performs what its parent sends, and ends with it, also in the middle of work.
 * `afterwards` runs when an answer has been sent.
 */
export function answerParent<Task>(perform: (task: Task) => Promise<object>, afterwards: () => void = () => {}): void {
  // An ordinary exit would wait for the thread pool.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // What a terminal or supervisor sends to all is for the parent, which still has work to finish.
  for (const signal of [...stopSignals, ...reloadSignals]) process.on(signal, () => {});
  watchLimits();
  process.on('message', async ({ task, processorMilliseconds }: WorkerMessage<Task>) => {
    const stopWatching = endAfterUsing(processorMilliseconds);
    const answer = await perform(task);
    stopWatching();
    process.send?.(answer, afterwards);
  });
  process.send?.(readyMessage);
}

const millisecondsBetweenLooks = 25;

/** Ends this process once it has used the processor that long from now on. Returns how to stop that. */
function endAfterUsing(milliseconds: number): () => void {
  if (milliseconds === Number.POSITIVE_INFINITY) return () => {};
  const before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 >= milliseconds) process.kill(process.pid, 'SIGKILL');
  };
  look();
  const timer = setInterval(look, millisecondsBetweenLooks);
  return () => clearInterval(timer);
}
