import type { Command } from 'commander';
import { formatExamples, readConfig } from './command.ts';

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .summary('bring the database up to date')
    .description(
      'Applies the migrations that this program has and the database lacks, after a copy into DATA_DIR/snapshots. ' +
        '`serve` does the same at its start. Not possible while a service is running.',
    )
    .addHelpText('after', formatExamples('gangway migrate --env production'))
    .action(async (_options, command: Command) => {
      const { migrateDatabase } = await import('./migrate/migrate-database.ts');
      migrateDatabase(readConfig(command));
    });
}
