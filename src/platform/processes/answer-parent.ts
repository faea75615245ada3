import { reloadSignals, stopSignals } from '../machine/operating-system.ts';
import { watchLimits } from './worker-limits.ts';
import { readyMessage, type WorkerMessage } from './worker-process.ts';

/**
 * Makes this process a worker: it performs its parent's tasks, and ends with it, even in the middle of work.
 * `afterwards` runs after each result was sent.
 */
export function answerParent<Task>(perform: (task: Task) => Promise<object>, afterwards: () => void = () => {}): void {
  // An ordinary exit would wait for the thread pool.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The parent handles signals that a terminal or supervisor sends to all processes; it still has work to finish.
  for (const signal of [...stopSignals, ...reloadSignals]) process.on(signal, () => {});
  watchLimits();
  process.on('message', async ({ task, processorMilliseconds }: WorkerMessage<Task>) => {
    const stopWatching = endAfterCpuTime(processorMilliseconds);
    const answer = await perform(task);
    stopWatching();
    process.send?.(answer, afterwards);
  });
  process.send?.(readyMessage);
}

const millisecondsBetweenChecks = 25;

/** Ends this process once it has used this much more CPU time. Returns a function that cancels that. */
function endAfterCpuTime(milliseconds: number): () => void {
  if (milliseconds === Number.POSITIVE_INFINITY) return () => {};
  const before = process.cpuUsage();
  const look = () => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 >= milliseconds) process.kill(process.pid, 'SIGKILL');
  };
  look();
  const timer = setInterval(look, millisecondsBetweenChecks);
  return () => clearInterval(timer);
}
