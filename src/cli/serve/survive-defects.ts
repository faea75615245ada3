import type { Context } from '#area/context.ts';

/**
 * Keeps the ship served after a defect that nobody caught, a forgotten `catch` say. It is safe to go on: a write is one
 * synchronous transaction, so it has happened or it has not, and nothing true lives in memory alone. What is remembered
 * is dropped all the same, since the defect may have struck while a value was being worked out. Defects while starting
 * do end the process, and so does what no program survives, such as memory running out.
 */
export function surviveDefects({ log, caches }: Pick<Context, 'log' | 'caches'>): void {
  // Promises rejected unheard arrive here too, with their own origin.
  process.on('uncaughtException', (error: NodeJS.ErrnoException, origin) => {
    // Whoever read our log is gone; saying so would fail for the same reason, for ever.
    if (error.code === 'EPIPE') return;
    log.error({ origin, stack: error.stack ?? String(error) }, 'a defect that nobody caught; serving goes on');
    caches.invalidateAll();
  });
}
