import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { type Context, createOncePerInstance } from '#area/context.ts';

/** Everyone waits as long as the event loop is blocked, so the crew should know why. */
const minMilliseconds = 500;

const getMonitor = createOncePerInstance(() => {
  const delays = monitorEventLoopDelay();
  delays.enable();
  const since = { collection: 0, cpu: process.cpuUsage() };
  new PerformanceObserver((list) => {
    since.collection = Math.max(since.collection, ...list.getEntries().map(({ duration }) => duration));
  }).observe({ entryTypes: ['gc'] });
  return { delays, since };
});

const formatSeconds = (milliseconds: number): number => Math.round(milliseconds) / 1000;

/**
 * Logs how long the event loop was blocked since the last check, with hints at the cause: the longest garbage
 * collection, and the processor time. If both are short, the service waited for the disk or wasn't running.
 */
export function reportBlockedEventLoop(context: Context): void {
  const { delays, since } = getMonitor(context);
  const { user, system } = process.cpuUsage(since.cpu);
  const [held, collection] = [delays.max / 1e6, since.collection];
  delays.reset();
  since.collection = 0;
  since.cpu = process.cpuUsage();
  if (held < minMilliseconds) return;
  const facts = {
    collectionSeconds: formatSeconds(collection),
    processorSeconds: formatSeconds((user + system) / 1000),
  };
  context.log.warn(
    { seconds: formatSeconds(held), ...facts },
    `the service was busy or halted for ${formatSeconds(held)} s, and everyone waited`,
  );
}
