import type { Context } from '#area/context.ts';
import { closeEndedSessions } from '#core/accounts/index.ts';

/** The jobs of the machinery itself; those of the areas stand in their `jobs.ts`. */
export function addSystemJobs(context: Context): void {
  const { jobs, db, live, caches } = context;
  jobs.add({ name: 'checkpoint', every: 1000, run: () => db.checkpoint() });
  jobs.add({ name: 'ping-sockets', every: 30_000, run: () => live.pingAll() });
  // A command beside the service, such as an import, takes effect within two seconds (decision 47).
  jobs.add({
    name: 'notice-other-writers',
    every: 1000,
    run: () => {
      if (!db.changedElsewhere()) return;
      caches.invalidateAll();
      closeEndedSessions(context);
    },
  });
}
