import type { Command } from 'commander';
import { formatExamples, readConfig } from './command.ts';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .summary('copy everything into one file')
    .description(
      'Writes database, pictures and secrets into one .tar.gz that only its owner may read. Works while serving. ' +
        'Whoever has the file can log in as anybody: keep it as safe as the instance. Not in it are files the crew keeps ' +
        'itself: seeds, public pages and clients.txt.',
    )
    .argument('[FILE]', 'file or folder to write to (default: gangway-backup-TIME.tar.gz in the current folder)')
    .addHelpText('after', formatExamples('gangway backup', 'gangway backup /mnt/usb'))
    .action(async (target: string | undefined, _options, command: Command) => {
      const { backUp } = await import('./backup/back-up.ts');
      await backUp(readConfig(command), target);
    });
}
