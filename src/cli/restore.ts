import type { Command } from 'commander';
import { formatExamples, readConfig } from './command.ts';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .summary('put a backup in place')
    .description(
      'Checks the whole file before it touches anything, keeps what was there in a folder before-restore-TIME, and ' +
        'puts the backup in its place. Not possible while a service is running.',
    )
    .argument('<FILE>', 'a file made by `gangway backup`')
    .addHelpText('after', formatExamples('gangway restore gangway-backup-20260321T090000Z.tar.gz --env production'))
    .action(async (file: string, _options, command: Command) => {
      const { restore } = await import('./restore/restore.ts');
      await restore(readConfig(command), file);
    });
}
