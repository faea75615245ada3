import type { Command } from 'commander';
import { formatExamples, readConfig } from './command.ts';

export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('run the service')
    .description(
      'Runs the service until SIGTERM or Ctrl+C. Everything the instance owns lies in DATA_DIR (./data); the first start ' +
        'makes the built-in accounts, and in production prints the password of admin once.',
    )
    .option('--hostname <host>', 'address to listen on (or the variable hostname)')
    .option('--port <number>', 'port to listen on, 0 for any that is free (or PORT)')
    .addHelpText(
      'after',
      formatExamples(
        'gangway serve --env production',
        'DATA_DIR=/srv/gangway gangway serve --hostname 0.0.0.0 --port 80',
      ),
    )
    .action(async (_options, command: Command) => {
      const { serveUntilStopped } = await import('./serve/until-stopped.ts');
      await serveUntilStopped(readConfig(command));
    });
}
