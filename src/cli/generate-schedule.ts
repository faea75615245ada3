import type { Command } from 'commander';
import { formatExamples, readConfig } from './command.ts';

export function addGenerateSchedule(program: Command): void {
  program
    .command('generate-schedule')
    .summary('print a made-up schedule for trying things out')
    .description('Prints an iCalendar file with 13 events on each day from START_DATE for CRUISE_LENGTH_DAYS.')
    .addHelpText('after', formatExamples('START_DATE=2026-03-21 gangway generate-schedule > made-up.ics'))
    .action(async (_options, command: Command) => {
      const { generateCalendar } = await import('./generate-schedule/made-up-calendar.ts');
      process.stdout.write(await generateCalendar(readConfig(command)));
    });
}
