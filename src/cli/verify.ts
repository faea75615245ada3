import type { Command } from 'commander';
import { formatExamples, readConfig } from './command.ts';

export function addVerify(program: Command): void {
  program
    .command('verify')
    .summary('look for damage, and for values that have inconsistent')
    .description(
      'Checks the database file, its references and indexes, every value derived from others, and that pictures are ' +
        'there. Ends with 0 when all is well and with 1 when something is not, naming each value. Works while serving.',
    )
    .addHelpText('after', formatExamples('gangway verify --env production'))
    .action(async (_options, command: Command) => {
      const { verifyInstance } = await import('./verify/verify.ts');
      process.exitCode = await verifyInstance(readConfig(command));
    });
}
