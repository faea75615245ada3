import { areas } from '#app/areas.ts';
import { openInstance } from '#app/instance.ts';
import { lockInstance } from '#app/instance-lock.ts';
import { finishRestore } from '#app/restore-plan.ts';
import type { Config } from '#config/config.ts';
import { checkDatabaseFile, listEmbeddedMigrations } from '#db/migrate.ts';
import { createLog } from '#platform/observing/log.ts';
import { dropPrivilegesToOwner } from '#platform/processes/owner.ts';
import { say } from './terminal.ts';

/** Migrates the database and prints what was applied. Throws InstanceUnavailable if a service is running. */
export function migrateDatabase(config: Config): void {
  dropPrivilegesToOwner(config.folders.data);
  const lock = lockInstance(config);
  try {
    finishRestore(config.folders.data);
    const { pending } = checkDatabaseFile(config.databaseFile);
    openInstance(config, areas, { log: createLog(config.logLevel, 'readable', 'stderr') }).db.close();
    const known = listEmbeddedMigrations();
    for (const { name } of known.slice(known.length - pending)) say(`applied ${name}`);
    say(`${config.databaseFile} is up to date`);
  } finally {
    lock.release();
  }
}
