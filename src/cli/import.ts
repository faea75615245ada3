import type { Command } from 'commander';
import { formatExamples, readConfig } from './command.ts';

const kinds = [
  {
    name: 'schedule',
    summary: 'the schedule from an iCalendar file',
    description:
      'Makes the schedule what the file says: adds, changes, and deletes what the file no longer has. A file without ' +
      'events, with an unreadable one or without its end is rejected; so is one that would delete more than 30 percent ' +
      'of the events, unless --force is given.',
    sample: 'schedule.ics',
  },
  {
    name: 'timezones',
    summary: 'the ship’s clock changes',
    description:
      'Makes the table of clock changes what the file says: one change per line, start (20250302T050000Z), ' +
      'abbreviation and IANA zone separated by tabs. A file with unreadable lines is rejected unless --force is given.',
    sample: 'time-zone-changes.txt',
  },
  {
    name: 'regcodes',
    summary: 'registration codes',
    description:
      'Adds registration codes, one per line; none is ever taken away. A file with other lines is rejected unless ' +
      '--force is given.',
    sample: 'registration-codes.txt',
  },
] as const;

export function addImport(program: Command): void {
  const parent = program
    .command('import')
    .summary('take in the schedule, clock changes or registration codes')
    .description('Takes in a file and prints what changed. Works beside a running service, which shows it within 2 s.');
  for (const { name, summary, description, sample } of kinds) {
    parent
      .command(name)
      .summary(summary)
      .description(description)
      .argument('<FILE>', 'the file, at most 20 MiB')
      .option('--dry-run', 'print what would change and write nothing', false)
      .option('--force', 'import although the file looks wrong', false)
      .addHelpText(
        'after',
        formatExamples(`gangway import ${name} ${sample} --dry-run`, `gangway import ${name} ${sample}`),
      )
      .action(async (file: string, options: { dryRun: boolean; force: boolean }, command: Command) => {
        const { importFile } = await import('./import/import-file.ts');
        await importFile(readConfig(command), name, file, options);
      });
  }
}
