import { stopSignals } from '../machine/operating-system.ts';

/** One key press arrives more than once: the terminal signals every process in it, and npm forwards its own signal. */
const repeatedSignalMilliseconds = 200;

/** Calls `stop` when a signal requests a graceful shutdown, and `stopAtOnce` when another one follows. */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void, stopAtOnce: () => void): void {
  let stoppedAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      stop(signal);
    } else if (performance.now() - stoppedAt > repeatedSignalMilliseconds) stopAtOnce();
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
}
